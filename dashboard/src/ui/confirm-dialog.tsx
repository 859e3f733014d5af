import { type ReactNode, useState } from "react"
import { Button } from "./button.tsx"
import { Dialog } from "./dialog.tsx"
import { Field, TextInput } from "./field.tsx"

interface ConfirmDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  /** What happens, and whether it can be undone. */
  readonly children: ReactNode
  /** The verb on the button. */
  readonly action: string
  readonly onConfirm: () => void
  readonly isBusy?: boolean
  /** For what cannot be undone: the text that must be typed first. */
  readonly typed?: string
}

/** Asks before something that cannot be undone. What can be undone happens at once, with an Undo. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, children, action, onConfirm, isBusy = false, typed } = props
  const [text, setText] = useState("")
  const isAllowed = typed === undefined || text.trim() === typed
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button disabled={!isAllowed} isBusy={isBusy} onClick={onConfirm} variant="danger">
            {action}
          </Button>
        </>
      }
      isOpen={isOpen}
      onClose={() => {
        setText("")
        onClose()
      }}
      title={title}
    >
      {children}
      {typed !== undefined && (
        <Field label={`Type “${typed}” to confirm`}>
          {(control) => <TextInput {...control} onChange={setText} value={text} />}
        </Field>
      )}
    </Dialog>
  )
}
