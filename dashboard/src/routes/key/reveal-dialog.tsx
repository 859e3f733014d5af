import type { Key } from "@keyward/client"
import { useState } from "react"
import { messageOf } from "../../error-messages.ts"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { CodeBlock } from "../../ui/code.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Banner } from "../../ui/states.tsx"

interface RevealDialogProps {
  readonly apiKey: Key
  readonly onClose: () => void
}

/** Shows the secret of a recoverable key again. It lives only in this dialog. */
export function RevealDialog({ apiKey, onClose }: RevealDialogProps) {
  const [secret, setSecret] = useState<string>()
  const reading = useChange((client, keyId: string) => client.keys.getKey({ keyId, decrypt: true }), {
    onDone: ({ plaintext }) => setSecret(plaintext),
    showsError: true,
  })
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {secret === undefined && (
            <Button isBusy={reading.isBusy} onClick={() => reading.run(apiKey.keyId)} variant="primary">
              Show the secret
            </Button>
          )}
        </>
      }
      isOpen
      onClose={onClose}
      title="The secret of this key"
    >
      {secret === undefined ? (
        <p>The secret is stored encrypted. That you look at it is recorded as an event with your name.</p>
      ) : (
        <CodeBlock code={secret} what="key" />
      )}
      {reading.error && <Banner tone="bad">{messageOf(reading.error)}</Banner>}
    </Dialog>
  )
}
