import { nextMonthAfter } from "../usage-period.ts"
import type { ExplainedCheck, Finding, Seen } from "./explanation.ts"
import { hints } from "./hints.ts"
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
  const shown: ExplainedCheck = {
    check: "quota",
    passed,
    detail: passed ? usedOf : `${usedOf} The next month begins at ${instant(reset)}.`,
    ...(!passed && { hint: limit === 0 ? hints.quotaOfZero : hints.quotaUsedUp }),
    remaining: Math.max(0, limit - used),
    reset,
  }
  return { shown, code, passesAt: limit === 0 ? null : reset }
}

export function explainWorkspace({ workspace }: Pick<Seen, "workspace">): Finding {
  const { id: workspaceId, enabled, disabledReason } = workspace
  const reason = disabledReason === null ? "" : ` (${disabledReason})`
  const shown: ExplainedCheck = {
    check: "workspace",
    passed: enabled,
    detail: enabled ? "The workspace is enabled." : `The workspace is disabled${reason}.`,
    ...(!enabled && {
      hint: hints.workspaceDisabled,
      fix: { operation: "workspaces.enableWorkspace", input: { workspaceId } },
    }),
  }
  return { shown, code: "authorization/workspace_disabled", passesAt: null }
}
