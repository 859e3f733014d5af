import { Dialog as Base } from "@base-ui/react/dialog"
import { Button } from "../button.tsx"
import css from "../dialog.module.css"
import type { DiscardPromptProps } from "../discard-prompt-props.ts"

/** Asks before something that a person has typed, or has not stored yet, is lost. */
export function DiscardPopup({ isOpen, title, text, action, onKeep, onDiscard }: DiscardPromptProps) {
  return (
    <Base.Root onOpenChange={(open) => open || onKeep()} open={isOpen}>
      <Base.Portal>
        <Base.Backdrop className={css.backdrop} />
        <Base.Popup className={css.popup} role="alertdialog">
          <div className={css.head}>
            <Base.Title className={css.title}>{title}</Base.Title>
          </div>
          <Base.Description className={css.body}>{text}</Base.Description>
          <div className={css.foot}>
            <Button onClick={onKeep}>Stay here</Button>
            <Button onClick={onDiscard} variant="danger">
              {action}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
