import { useState } from "react"
import { firstRootKeyOf, forgetFirstRootKey } from "../../first-root-key.ts"
import { SecretDialog } from "../../parts/keys/secret-dialog.tsx"

/** Shows a person who has just created this workspace its first root key. */
export default function FirstRootKey({ workspaceId }: { readonly workspaceId: string }) {
  const [rootKey, setRootKey] = useState(() => firstRootKeyOf(workspaceId))
  if (rootKey === undefined) return null
  const close = () => {
    forgetFirstRootKey()
    setRootKey(undefined)
  }
  return (
    <SecretDialog onClose={close} secret={rootKey} title="Workspace created" what="root key">
      <p>You own this workspace. Its first root key may do everything in it, and is for programs: you need none.</p>
    </SecretDialog>
  )
}
