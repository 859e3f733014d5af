import { useState } from "react"
import { generalError } from "../../error-messages.ts"
import { SecretDialog } from "../../parts/keys/secret-dialog.tsx"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Banner } from "../../ui/states.tsx"
import { type RootKeyDraft, RootKeyFields } from "./root-key-fields.tsx"

export function CreateRootKey({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState<RootKeyDraft>({
    name: "",
    permissions: ["api.*.verify_key"],
    expires: undefined,
  })
  const [secret, setSecret] = useState<string>()
  const create = useChange(
    (client, { name, permissions, expires }: RootKeyDraft) =>
      client.rootKeys.createRootKey({
        ...(name.trim() !== "" && { name: name.trim() }),
        permissions,
        ...(expires !== undefined && { expires }),
      }),
    { showsError: true, onDone: ({ rootKey }) => setSecret(rootKey) },
  )
  if (secret !== undefined) {
    return (
      <SecretDialog onClose={onClose} secret={secret} title="Root key created" what="root key">
        <p>Give it to your program as the environment variable KEYWARD_KEY.</p>
      </SecretDialog>
    )
  }
  const problem = generalError(create.error, ["name", "expires"])
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            disabled={draft.permissions.length === 0}
            isBusy={create.isBusy}
            onClick={() => create.run(draft)}
            variant="primary"
          >
            Create root key
          </Button>
        </>
      }
      isOpen
      isWide
      onClose={onClose}
      title="Create root key"
    >
      {problem && <Banner tone="bad">{problem}</Banner>}
      <RootKeyFields draft={draft} error={create.error} onChange={setDraft} />
    </Dialog>
  )
}
