import { type ReactNode, useState } from "react"
import { Button } from "./button.tsx"
import { Dialog } from "./dialog.tsx"
import { Field, TextInput } from "./field.tsx"
import { visibleText } from "./format.ts"

interface ConfirmDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  /** The consequence, and whether it can be undone. */
  readonly children: ReactNode
  /** The verb on the button. */
  readonly action: string
  /** The other button, if "Cancel" could be the action. */
  readonly dismiss?: string
  readonly onConfirm: () => void
  readonly isBusy?: boolean
  /** For what cannot be undone: the text that must be typed first. */
  readonly typed?: string
  /** What harms nothing has a plain button. */
  readonly tone?: "danger" | "primary"
}

/** Asks before a step that cannot be undone, or that stops much at once. Other steps happen at once, with an Undo. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    onClose,
    title,
    children,
    action,
    dismiss = "Cancel",
    onConfirm,
    isBusy = false,
    typed,
    tone = "danger",
  } = props
  const [text, setText] = useState("")
  const isAllowed = typed === undefined || isTyped(text, typed)
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>{dismiss}</Button>
          <Button disabled={!isAllowed} isBusy={isBusy} onClick={onConfirm} variant={tone}>
            {action}
          </Button>
        </>
      }
      isOpen={isOpen}
      keepsText={false}
      onClose={() => {
        setText("")
        onClose()
      }}
      title={title}
    >
      {children}
      {typed !== undefined && (
        <Field label={`Type “${onOneLine(visibleText(typed))}” to confirm`}>
          {(control) => <TextInput {...control} onChange={setText} value={text} />}
        </Field>
      )}
    </Dialog>
  )
}

/** A page shows spaces as one, and makes invisible characters visible. People type what they see, or paste what is stored. */
function isTyped(text: string, wanted: string): boolean {
  return [wanted, visibleText(wanted)].some((one) => onOneLine(one) === onOneLine(text))
}

function onOneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ")
}
