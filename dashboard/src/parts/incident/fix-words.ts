import type { IncidentFix, Result } from "@keyward/client"
import type { Client } from "../../client.ts"
import { counted, formatWhole, visibleText } from "../../ui/format.ts"

type Input = IncidentFix["input"]

/** Makes the call of a fix. */
export function sendFix(
  { identities, keys, plans, apis, permissions }: Client,
  fix: FixCall,
): Promise<Result<unknown>> {
  const { operation, input } = fix
  const ofKey = { ...input, keyId: String(input.keyId) }
  const ofCustomer = { ...input, identity: String(input.identity) }
  switch (operation) {
    case "keys.updateKey":
      return keys.updateKey(ofKey)
    case "keys.addPermissions":
      return keys.addPermissions({ ...ofKey, permissions: textsIn(input.permissions) })
    case "keys.addRoles":
      return keys.addRoles({ ...ofKey, roles: textsIn(input.roles) })
    case "keys.updateCredits":
      return keys.updateCredits({ ...ofKey, ...creditsIn(input) })
    case "identities.updateIdentity":
      return identities.updateIdentity(ofCustomer)
    case "identities.updateCredits":
      return identities.updateCredits({ ...ofCustomer, ...creditsIn(input) })
    case "plans.updatePlan":
      return plans.updatePlan({ ...input, plan: String(input.plan) })
    case "apis.updateApi":
      return apis.updateApi({ ...input, apiId: String(input.apiId) })
    case "permissions.setRolePermissions":
      return permissions.setRolePermissions({ ...input, permissions: textsIn(input.permissions) })
  }
}

export type FixCall = Pick<IncidentFix, "operation" | "input">

function creditsIn({ operation, value }: Input) {
  return {
    operation: operation === "set" ? "set" : "increment",
    value: typeof value === "number" ? value : null,
  } as const
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === "string") : []
}

/** What the button of a fix says. */
export function fixLabel({ kind, operation, input }: Pick<IncidentFix, "kind" | "operation" | "input">): string {
  const isUndo = kind === "undo"
  switch (operation) {
    case "keys.updateKey":
      return keyLabel(input, isUndo)
    case "keys.addPermissions":
      return `${isUndo ? "Give back" : "Add"} ${named(textsIn(input.permissions), "permission")}`
    case "keys.addRoles":
      return `Give back ${named(textsIn(input.roles), "role")}`
    case "keys.updateCredits":
    case "identities.updateCredits":
      if (input.value === null) return "Remove the bound of credits"
      return `${isUndo ? "Give back" : "Add"} ${counted(Number(input.value), "credit")}`
    case "identities.updateIdentity":
      return customerLabel(input, isUndo)
    case "plans.updatePlan":
      return `Restore the plan's ${fieldIn(input)}`
    case "apis.updateApi":
      return "Restore the API's address list"
    case "permissions.setRolePermissions":
      return "Restore the role's permissions"
  }
}

function keyLabel(input: Input, isUndo: boolean): string {
  if (input.enabled === true) return "Enable key"
  if ("ipAllowlist" in input) return isUndo ? "Restore the key's address list" : "Allow this address"
  if ("ratelimits" in input) return isUndo ? "Restore the key's limits" : "Raise the key's limit"
  if ("expires" in input) return isUndo ? "Restore the key's former end" : "Extend"
  return "scoped" in input ? "Take back the scope" : "Move the key back"
}

function customerLabel(input: Input, isUndo: boolean): string {
  if (input.enabled === true) return "Enable customer"
  if ("plan" in input) return "Restore the customer's plan"
  if ("ratelimits" in input && !isUndo) return "Raise the customer's limit"
  return `Restore the customer's ${fieldIn(input)}`
}

function fieldIn(input: Input): string {
  if ("permissions" in input) return "permissions"
  return "ratelimits" in input ? "limits" : "quota"
}

function named(names: readonly string[], noun: string): string {
  const [first = "", ...more] = names
  return more.length === 0 ? visibleText(first) : `${formatWhole(names.length)} ${noun}s`
}
