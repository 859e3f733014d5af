import { Dialog as Base } from "@base-ui/react/dialog"
import { useState } from "react"
import { IconButton } from "../button.tsx"
import { classNames } from "../class-names.ts"
import css from "../dialog.module.css"
import type { DialogProps } from "../dialog-props.ts"
import { useTypedText } from "../typed-text.ts"
import { DiscardPopup } from "./discard-popup.tsx"

/** A click beside it, Escape and the cross ask before they lose typed text. "Cancel" says what it does. */
export function DialogPopup(props: DialogProps) {
  const { isOpen, onClose, title, children, footer, isWide = false, isDismissable = true, keepsText = true } = props
  const { isEdited, watch } = useTypedText(isOpen && keepsText)
  const [isAsking, setAsking] = useState(false)
  return (
    <Base.Root
      disablePointerDismissal={!isDismissable}
      onOpenChange={(open, { reason }) => {
        if (open || (!isDismissable && reason === "escape-key")) return
        if (keepsText && isEdited()) setAsking(true)
        else onClose()
      }}
      open={isOpen}
    >
      <Base.Portal>
        <Base.Backdrop className={css.backdrop} />
        <Base.Popup className={classNames(css.popup, isWide && css.wide)} {...watch}>
          <div className={css.head}>
            <Base.Title className={css.title}>{title}</Base.Title>
            {isDismissable && <Base.Close render={<IconButton icon="cross" label="Close" />} />}
          </div>
          <div className={css.body}>{children}</div>
          {footer && <div className={css.foot}>{footer}</div>}
        </Base.Popup>
      </Base.Portal>
      <DiscardPopup
        action="Discard"
        isOpen={isAsking}
        onDiscard={() => {
          setAsking(false)
          onClose()
        }}
        onKeep={() => setAsking(false)}
        text="What you typed is not saved."
        title="Discard what you typed?"
      />
    </Base.Root>
  )
}
