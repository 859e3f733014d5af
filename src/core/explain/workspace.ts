import { nextMonthAfter } from "../usage-period.ts"
import type { Finding, Seen } from "./explanation.ts"
import { instant } from "./wording.ts"

type SeenWorkspace = Pick<Seen, "workspace" | "verificationsUsed" | "now">

export function explainQuota({ workspace, verificationsUsed: used, now }: SeenWorkspace): Finding {
  const limit = workspace.limits.verificationsPerMonth
  const code = "limits/quota_exceeded"
  if (limit === null) {
    const detail = "The workspace has no monthly quota of verifications."
    return { shown: { check: "quota", passed: true, detail }, code, passesAt: null }
  }
  const passed = used < limit
  const reset = nextMonthAfter(now)
  const usedOf = `The workspace has used ${used} of its ${limit} verifications of this month.`
  const clears = limit === 0 ? "" : `, or wait until ${instant(reset)}`
  const detail = passed
    ? usedOf
    : `${usedOf} Raise limits.verificationsPerMonth with workspaces.updateWorkspace${clears}.`
  const shown = { check: "quota", passed, detail, remaining: Math.max(0, limit - used), reset } as const
  return { shown, code, passesAt: limit === 0 ? null : reset }
}

export function explainWorkspace({ workspace: { enabled, disabledReason } }: Pick<Seen, "workspace">): Finding {
  const reason = disabledReason === null ? "" : ` (${disabledReason})`
  const detail = enabled
    ? "The workspace is enabled."
    : `The workspace is disabled${reason}. An operator can enable it with workspaces.enableWorkspace.`
  const shown = { check: "workspace", passed: enabled, detail } as const
  return { shown, code: "authorization/workspace_disabled", passesAt: null }
}
