export const disableReasons = [
  "unpaid_billing",
  "terms_violation",
  "owner_request",
  "suspicious_activity",
  "account_closure",
  "quota_exceeded",
  "ownership_transfer",
] as const

export type DisableReason = (typeof disableReasons)[number]
