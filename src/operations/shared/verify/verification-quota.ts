import { monthOf } from "../../../core/usage-period.ts"
import type { ContextWith } from "../../context.ts"
import { WorkspaceQuotaExceeded } from "../workspaces/workspace-quota-exceeded.ts"

type QuotaContext = ContextWith<"workspace" | "store" | "usage" | "now">

/** Refuses every verification once the month's count has reached the limit. */
export async function requireVerificationQuota(context: QuotaContext): Promise<void> {
  const limit = context.workspace.limits.verificationsPerMonth
  if (limit !== null && (await verificationsUsed(context)) >= limit) throw refuseByQuota(context, limit)
}

/** Verifications of this month that count towards the quota; 0 without a quota. */
export async function verificationsUsed({ workspace, store, usage, now }: QuotaContext): Promise<number> {
  if (workspace.limits.verificationsPerMonth === null) return 0
  // If the limit is new, earlier verifications of the month may still be counted only in memory.
  if (usage.hasUnstored(workspace.id)) await usage.flush()
  return store.usage.verificationsIn(workspace.id, monthOf(now))
}

/** Counts the verification immediately, because a batched count could exceed the quota. */
export async function admitVerification({ workspace, store, usage, now }: QuotaContext): Promise<void> {
  const limit = workspace.limits.verificationsPerMonth
  if (limit === null || (await store.usage.admitVerification(workspace.id, monthOf(now), limit))) return
  throw refuseByQuota({ usage, workspace, now }, limit)
}

function refuseByQuota({ usage, workspace, now }: Omit<QuotaContext, "store">, limit: number) {
  usage.refusedByQuota(workspace.id, now)
  const detail = `The workspace has used its ${limit} verifications of this month (limits.verificationsPerMonth).`
  return new WorkspaceQuotaExceeded(detail)
}
