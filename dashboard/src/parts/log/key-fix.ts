import type { ExplainedFix, Result } from "@keyward/client"
import type { Client } from "../../client.ts"
import { counted, visibleText } from "../../ui/format.ts"

/** Only operators can enable a workspace, and its keys have no page while it is disabled. */
export type KeyFix = Exclude<ExplainedFix, { readonly operation: "workspaces.enableWorkspace" }>

export function isKeyFix(fix: ExplainedFix): fix is KeyFix {
  return fix.operation !== "workspaces.enableWorkspace"
}

export function sendFix({ identities, keys }: Client, { operation, input }: KeyFix): Promise<Result<unknown>> {
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

/** `apiId` is the API of the explained key. */
export function rightsFor({ operation, input }: KeyFix, apiId: string): readonly string[] {
  if (operation === "identities.updateIdentity") return [`identity.${input.identity}.update_identity`]
  if (operation === "identities.updateCredits") return [`identity.${input.identity}.update_credits`]
  const update = `api.${apiId}.update_key`
  return operation === "keys.addPermissions" ? [update, "rbac.*.add_permission_to_key"] : [update]
}

export function fixInWords({ operation, input }: KeyFix): { readonly label: string; readonly done: string } {
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
