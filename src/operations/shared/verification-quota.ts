import { fault } from "../../contract/errors.ts"
import type { Workspace } from "../../core/model.ts"
import { monthOf } from "../../core/usage-period.ts"
import type { Store } from "../../storage/port/store.ts"
import type { UsageRecorder } from "../../storage/usage/usage-recorder.ts"

interface Counting {
  readonly workspace: Workspace
  readonly store: Store
  readonly usage: UsageRecorder
  readonly now: number
}

/** Refuses every verification once the month's count has reached the limit. */
export async function requireVerificationQuota({ workspace, store, usage, now }: Counting): Promise<void> {
  const limit = workspace.limits.verificationsPerMonth
  if (limit === null) return
  // Where the limit is new, what was counted in memory before it belongs to the month too.
  if (usage.hasUnstored(workspace.id)) await usage.flush()
  if ((await store.usage.verificationsIn(workspace.id, monthOf(now))) >= limit) throw quotaReached(limit)
}

/** Counts an answer against the quota at once, where one without a quota is counted with its batch. */
export async function admitVerification({ workspace, store, now }: Counting): Promise<void> {
  const limit = workspace.limits.verificationsPerMonth
  if (limit === null || (await store.usage.admitVerification(workspace.id, monthOf(now), limit))) return
  throw quotaReached(limit)
}

function quotaReached(limit: number) {
  const detail = `The workspace has used its ${limit} verifications of this month (limits.verificationsPerMonth).`
  return fault("limits/quota_exceeded", { detail })
}
