/** The operations that end refusals. */
export const fixOperations = [
  "keys.updateKey",
  "keys.addPermissions",
  "keys.addRoles",
  "keys.updateCredits",
  "identities.updateIdentity",
  "identities.updateCredits",
  "plans.updatePlan",
  "apis.updateApi",
  "permissions.setRolePermissions",
] as const

export type FixOperation = (typeof fixOperations)[number]
