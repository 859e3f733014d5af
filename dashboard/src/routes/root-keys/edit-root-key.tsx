import type { RootKey } from "@keyward/client"
import { useState } from "react"
import { generalError } from "../../error-messages.ts"
import { MovedNotice } from "../../parts/moved-notice.tsx"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { visibleText } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"
import { type RootKeyDraft, RootKeyFields } from "./root-key-fields.tsx"

interface EditRootKeyProps {
  readonly rootKey: RootKey
  readonly onClose: () => void
}

export function EditRootKey({ rootKey, onClose }: EditRootKeyProps) {
  /** As it was when the form began. */
  const [base, setBase] = useState(rootKey)
  const [draft, setDraft] = useState(() => draftOf(rootKey))
  const changes = changesOf(base, draft)
  const showNew = () => {
    setBase(rootKey)
    setDraft(draftOf(rootKey))
  }
  const save = useChange(
    (client, changed: typeof changes) => client.rootKeys.updateRootKey({ rootKeyId: rootKey.rootKeyId, ...changed }),
    { showsError: true, done: () => ({ title: "Saved. It is in effect now." }), onDone: onClose },
  )
  const problem = generalError(save.error, ["name", "expires"])
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            disabled={Object.keys(changes).length === 0 || draft.permissions.length === 0}
            isBusy={save.isBusy}
            onClick={() => save.run(changes)}
            variant="primary"
          >
            Save
          </Button>
        </>
      }
      isOpen
      isWide
      onClose={onClose}
      title={`Edit ${visibleText(rootKey.name ?? rootKey.start)}`}
    >
      {problem && <Banner tone="bad">{problem}</Banner>}
      <MovedNotice hasMoved={Object.keys(changesOf(base, draftOf(rootKey))).length > 0} onReset={showNew} />
      <RootKeyFields draft={draft} error={save.error} onChange={setDraft} />
    </Dialog>
  )
}

function draftOf({ name = "", permissions, expires }: RootKey): RootKeyDraft {
  return { name, permissions, expires }
}

/** Only what differs, so that two people can edit different things. */
function changesOf(before: RootKey, after: RootKeyDraft) {
  const name = after.name.trim()
  const isSame =
    before.permissions.length === after.permissions.length &&
    before.permissions.every((one) => after.permissions.includes(one))
  return {
    ...(name !== (before.name ?? "") && { name: name === "" ? null : name }),
    ...(!isSame && { permissions: after.permissions }),
    ...(after.expires !== before.expires && { expires: after.expires ?? null }),
  }
}
