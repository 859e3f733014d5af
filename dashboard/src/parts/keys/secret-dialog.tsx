import { type ReactNode, useState } from "react"
import { Button } from "../../ui/button.tsx"
import { CodeBlock } from "../../ui/code.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Checkbox } from "../../ui/field.tsx"
import { Banner } from "../../ui/states.tsx"
import { useUnsaved } from "../../ui/unsaved.ts"

interface SecretDialogProps {
  readonly title: string
  readonly secret: string
  /** The kind of secret: "root key", "link". */
  readonly what: string
  /** Instructions for the secret. */
  readonly children?: ReactNode
  readonly onClose: () => void
}

/** Shows a secret once. It is gone when the dialog closes, so nothing closes it by accident. */
export function SecretDialog({ title, secret, what, children, onClose }: SecretDialogProps) {
  const [isStored, setStored] = useState(false)
  useUnsaved(!isStored, "secret")
  return (
    <Dialog
      footer={
        <Button disabled={!isStored} onClick={onClose} variant="primary">
          Done
        </Button>
      }
      isDismissable={false}
      isOpen
      onClose={onClose}
      title={title}
    >
      <Banner tone="warn">This is the only time the {what} is shown. Copy it now.</Banner>
      {/* As with keys: people who copy it store it next. */}
      <CodeBlock code={secret} isToCopy onCopied={() => setStored(true)} what={what} />
      {children}
      <Checkbox checked={isStored} label="I have stored it" onChange={setStored} />
    </Dialog>
  )
}
