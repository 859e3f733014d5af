import type { DisableReason } from "@keyward/client"

const labels: Readonly<Record<DisableReason, string>> = {
  unpaid_billing: "Unpaid bill",
  terms_violation: "Violation of the terms",
  suspicious_activity: "Suspicious activity",
  owner_request: "Request of an owner",
  account_closure: "Account closed",
  ownership_transfer: "Transfer of ownership",
  quota_exceeded: "Quota exceeded",
}

export function reasonLabel(reason: DisableReason): string {
  return labels[reason]
}

/** In the order of the labels. A quota sets its own reason. */
export const reasons: readonly { readonly value: DisableReason; readonly label: string }[] = [
  "unpaid_billing" as const,
  "terms_violation" as const,
  "suspicious_activity" as const,
  "owner_request" as const,
  "account_closure" as const,
  "ownership_transfer" as const,
  "quota_exceeded" as const,
].map((value) => ({ value, label: labels[value] }))
