import { type DisableReason, disableReasons } from "../../../../src/contract/disable-reasons.ts"
import { orderedBy } from "../../ui/ordered-by.ts"

/** The last one is set by a quota, so people choose it least. */
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

export const reasons = orderedBy(labels, disableReasons).map((value) => ({ value, label: labels[value] }))
