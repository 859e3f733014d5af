import { Dialog as Base } from "@base-ui/react/dialog"
import type { PanelProps } from "../panel-props.ts"

/** The panel itself. */
export function PanelPopup({ label, isOpen, onClose, initialFocus, children, ...classes }: PanelProps) {
  return (
    <Base.Root onOpenChange={(open) => !open && onClose()} open={isOpen}>
      <Base.Portal>
        <Base.Backdrop className={classes.backdropClassName} />
        <Base.Popup aria-label={label} className={classes.className} {...(initialFocus && { initialFocus })}>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
