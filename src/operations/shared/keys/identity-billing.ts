import { invalidInput } from "../../../contract/errors.ts"
import { creditAmount } from "../../../contract/primitives.ts"
import { billingDay, identityCreditsInput, identityCreditsPatch, quotaInput } from "../../../contract/quota.ts"
import { type BillingPatch, patchBilling } from "../../../core/change-identity-balance.ts"
import type { Identity } from "../../../core/model.ts"

const setPlan = "identity.{identityId}.set_plan"
const updateCredits = "identity.{identityId}.update_credits"

/** What a call may need that changes what a customer pays for. */
export const billingRights: readonly string[] = [setPlan, updateCredits]

export const billingFields = {
  billingDay: billingDay
    .optional()
    .describe("First day of monthly periods, 1 to 31; in a shorter month, its last day. Default: 1."),
  quota: quotaInput
    .nullable()
    .optional()
    .describe(
      "How much all keys of the identity may use per period. It beats the quota of the plan; null means that of the plan, if there is one.",
    ),
  used: creditAmount
    .optional()
    .describe(
      "Sets the count of this period, as goodwill or when a customer moves in. Needs a quota, of its own or of its plan.",
    ),
  credits: identityCreditsInput
    .nullable()
    .optional()
    .describe("Prepaid credits that all keys of the identity share. null removes them."),
}

/** The same for an identity that exists. */
export const billingPatchFields = {
  ...billingFields,
  credits: identityCreditsPatch
    .nullable()
    .optional()
    .describe("Prepaid credits that all keys of the identity share. null removes them."),
}

/** The rights that the fields of a request need. */
export function rightsForBilling({ billingDay, quota, used, credits }: BillingPatch): readonly string[] {
  return [
    ...(billingDay !== undefined || quota !== undefined ? [setPlan] : []),
    ...(used !== undefined || credits !== undefined ? [updateCredits] : []),
  ]
}

/** The identity after the change. It must have been read for update. */
export function withBilling(identity: Identity, patch: BillingPatch, now: number): Identity {
  const patched = patchBilling(identity, patch, now)
  if (patched.type === "identity") return patched.identity
  if (patched.type === "threshold_without_credits") {
    throw invalidInput({
      location: "body.credits.lowAt",
      message: "must be absent, because the identity has no credits",
      fix: "Send `remaining` too.",
    })
  }
  throw invalidInput({
    location: "body.used",
    message: "must be absent, because neither the identity nor its plan has a quota",
  })
}
