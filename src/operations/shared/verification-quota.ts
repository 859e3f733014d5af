import { fault } from "../../contract/errors.ts"
import { monthOf } from "../../core/usage-period.ts"
import type { ContextWith } from "../operation.ts"

type QuotaContext = ContextWith<"workspace" | "store" | "usage" | "now">

/** Refuses every verification once the month's count has reached the limit. */
export async function requireVerificationQuota({ workspace, store, usage, now }: QuotaContext): Promise<void> {
  const limit = workspace.limits.verificationsPerMonth
  if (limit === null) return
  // If the limit is new, earlier verifications of the month may still be counted only in memory.
  if (usage.hasUnstored(workspace.id)) await usage.flush()
  if ((await store.usage.verificationsIn(workspace.id, monthOf(now))) >= limit) throw quotaReached(limit)
}

/** Counts the verification immediately, because a batched count could exceed the quota. */
export async function admitVerification({ workspace, store, now }: QuotaContext): Promise<void> {
  const limit = workspace.limits.verificationsPerMonth
  if (limit === null || (await store.usage.admitVerification(workspace.id, monthOf(now), limit))) return
  throw quotaReached(limit)
}

function quotaReached(limit: number) {
  const detail = `The workspace has used its ${limit} verifications of this month (limits.verificationsPerMonth).`
  return fault("limits/quota_exceeded", { detail })
}
