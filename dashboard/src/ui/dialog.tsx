import { Dialog as Base } from "@base-ui/react/dialog"
import type { ReactNode } from "react"
import { IconButton } from "./button.tsx"
import { classNames } from "./class-names.ts"
import css from "./dialog.module.css"

interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  /** The buttons, the main one last. */
  readonly footer?: ReactNode
  readonly isWide?: boolean
  /** False if a click beside the dialog or Escape would lose something, such as a secret. */
  readonly isDismissable?: boolean
}

export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, children, footer, isWide = false, isDismissable = true } = props
  return (
    <Base.Root
      disablePointerDismissal={!isDismissable}
      onOpenChange={(open, { reason }) => {
        if (open || (!isDismissable && reason === "escape-key")) return
        onClose()
      }}
      open={isOpen}
    >
      <Base.Portal>
        <Base.Backdrop className={css.backdrop} />
        <Base.Popup className={classNames(css.popup, isWide && css.wide)}>
          <div className={css.head}>
            <Base.Title className={css.title}>{title}</Base.Title>
            {isDismissable && <Base.Close render={<IconButton icon="cross" label="Close" />} />}
          </div>
          <div className={css.body}>{children}</div>
          {footer && <div className={css.foot}>{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
