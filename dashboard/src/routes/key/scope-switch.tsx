import type { Key } from "@keyward/client"
import { scopeWords } from "../../parts/keys/scope-words.ts"
import { useChange } from "../../queries.ts"
import { Switch } from "../../ui/field.tsx"

interface ScopeSwitchProps {
  readonly apiKey: Key
  readonly mayUpdate: boolean
}

/** Without a customer a scoped key holds nothing, so only a key that has one can be scoped here. */
export function ScopeSwitch({ apiKey: { keyId, identity, scoped }, mayUpdate }: ScopeSwitchProps) {
  const change = useChange((client, wanted: boolean) => client.keys.updateKey({ keyId, scoped: wanted }), {
    done: (_, wanted, effect) => ({
      title: wanted
        ? "Scoped. The key holds only what its customer has too."
        : "No longer scoped. The key also holds the permissions of its customer.",
      description: effect,
    }),
  })
  if (!identity && !scoped) return null
  return <Switch checked={scoped} disabled={!mayUpdate || change.isBusy} onChange={change.run} {...scopeWords} />
}
