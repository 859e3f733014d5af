/**
 * What to do about a failed check: one sentence for people, without values, times, operations or markup, so that every program can
 * show it as it is. The values are in the other fields of the check, and the call, if one helps, in `fix`.
 */
export const hints = {
  quotaUsedUp: "Have an operator raise the quota, or wait until next month.",
  quotaOfZero: "Have an operator raise the quota.",
  workspaceDisabled: "Have an operator enable the workspace.",
  keyUnknown: "Check that the key is complete and comes from this workspace, or issue a new key.",
  keyDisabled: "Enable the key, unless someone disabled it on purpose.",
  identityDisabled: "Enable the customer, unless someone stopped all its keys on purpose.",
  keyAndIdentityDisabled: "Enable the key and the customer, unless someone disabled them on purpose.",
  keyExpired: "Set a later expiry, or issue a new key.",
  secretRotated: "Use the new secret of the key, or rotate the key again if nobody has it.",
  addressAbsent: "Send the address of the client with the request.",
  addressNotInKeyList: "Add the address to the IP allow list of the key.",
  addressNotInApiList: "Add the address to the IP allow list of the API.",
  addressInNeitherList: "Add the address to the IP allow lists of the API and of the key.",
  permissionsMissing: "Add the missing permissions to the key or to one of its roles.",
  permissionsOutOfScope:
    "Add the missing permissions to the customer or its plan too, because this key holds only what both have.",
  limitUnknown: "Attach this rate limit to the key, its customer or its plan, or send its limit and duration.",
  limitUsedUp: "Wait until the window has room again, or raise the limit.",
  limitBelowCost: "Raise the limit, or send a lower cost.",
  creditsShort: "Add credits to the key.",
  creditsShortUntilRefill: "Add credits to the key, or wait for the refill.",
  customerShort: "Add credits to the customer, or raise its quota.",
  customerShortUntilPeriod: "Add credits to the customer, raise its quota, or wait for the next period.",
  planShort: "Add credits to the customer, give it a quota of its own, or move it to another plan.",
  planShortUntilPeriod:
    "Add credits to the customer, give it a quota of its own, move it to another plan, or wait for the next period.",
} as const
