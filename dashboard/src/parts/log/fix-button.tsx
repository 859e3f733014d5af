import type { ExplainedFix, Result } from "@keyward/client"
import type { Client } from "../../client.ts"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { counted, visibleText } from "../../ui/format.ts"

/** Only operators can enable a workspace, and its keys have no page while it is disabled. */
type KeyFix = Exclude<ExplainedFix, { readonly operation: "workspaces.enableWorkspace" }>

interface FixButtonProps {
  readonly fix: ExplainedFix
  /** The API of the explained key. */
  readonly apiId: string
}

/** Makes the call after which a failed check passes. Only people who may make it see the button. */
export function FixButton({ fix, apiId }: FixButtonProps) {
  const can = useCan()
  const change = useChange((client, input: KeyFix) => send(client, input), {
    done: (_, input, effect) => ({ title: wordsOf(input).done, description: effect }),
  })
  if (!isKeyFix(fix) || !rightsFor(fix, apiId).every(can)) return null
  return (
    <Button isBusy={change.isBusy} onClick={() => change.run(fix)} size="small">
      {wordsOf(fix).label}
    </Button>
  )
}

function isKeyFix(fix: ExplainedFix): fix is KeyFix {
  return fix.operation !== "workspaces.enableWorkspace"
}

function send({ identities, keys }: Client, { operation, input }: KeyFix): Promise<Result<unknown>> {
  switch (operation) {
    case "keys.updateKey":
      return keys.updateKey(input)
    case "identities.updateIdentity":
      return identities.updateIdentity(input)
    case "keys.addPermissions":
      return keys.addPermissions(input)
    case "keys.updateCredits":
      return keys.updateCredits(input)
    case "identities.updateCredits":
      return identities.updateCredits(input)
  }
}

function rightsFor({ operation, input }: KeyFix, apiId: string): readonly string[] {
  if (operation === "identities.updateIdentity") return [`identity.${input.identity}.update_identity`]
  if (operation === "identities.updateCredits") return [`identity.${input.identity}.update_credits`]
  const update = `api.${apiId}.update_key`
  return operation === "keys.addPermissions" ? [update, "rbac.*.add_permission_to_key"] : [update]
}

function wordsOf({ operation, input }: KeyFix): { readonly label: string; readonly done: string } {
  switch (operation) {
    case "keys.updateKey":
      return input.enabled
        ? { label: "Enable key", done: "The key is enabled." }
        : { label: "Allow this address", done: "The key may be used from this address." }
    case "identities.updateIdentity":
      return { label: "Enable customer", done: "The customer's keys work again." }
    case "keys.addPermissions": {
      const [first = "", ...more] = input.permissions
      const added = more.length === 0 ? visibleText(first) : `${input.permissions.length} permissions`
      return { label: `Add ${added}`, done: `Added ${added}.` }
    }
    case "keys.updateCredits":
      return { label: `Add ${creditsText(input.value)}`, done: `Added ${creditsText(input.value)}.` }
    case "identities.updateCredits": {
      const added = creditsText(input.value)
      return { label: `Add ${added}`, done: `Added ${added} to the customer.` }
    }
  }
}

function creditsText(count: number): string {
  return counted(count, "credit")
}
