import { fault } from "../contract/errors.ts"
import { verification, verificationInput } from "../contract/verification.ts"
import { nameInDetail } from "../core/name-in-detail.ts"
import { type PermissionQuery, parsePermissionQuery } from "../core/permission-query.ts"
import { assess } from "../core/verify.ts"
import { consumption } from "./operation.ts"
import { consume, creditBalance } from "./steps/consume.ts"
import { findSubject } from "./steps/find-subject.ts"
import { admitVerification, requireVerificationQuota } from "./steps/verification-quota.ts"
import { type Verdict, writeVerdict } from "./steps/write-verdict.ts"

export const verifyKey = consumption({
  name: "keys.verifyKey",
  summary: "Verify a key of your users: is it valid now, for this, and within its limits and credits?",
  needs: ["api.{apiId}.verify_key"],
  input: verificationInput,
  output: verification,
  errors: ["application/permissions_query_syntax_error", "application/precondition_failed", "limits/quota_exceeded"],
  example: {
    key: "acme_live_6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ",
    permissions: "documents.read OR documents.write",
    credits: { cost: 1 },
    tags: ["path=/documents"],
  },
  async run(context) {
    const { input, now, usage, workspace } = context
    const query = parseQuery(input.permissions)
    const hasQuota = workspace.limits.verificationsPerMonth !== null
    if (hasQuota) await requireVerificationQuota(context)
    const known = findSubject(context)
    const subject = known instanceof Promise ? await known : known
    if (subject === undefined) return notFound
    if (!subject.workspaceEnabled) throw fault("authorization/workspace_disabled")

    const request = { query, ip: input.ip, cost: input.credits?.cost ?? 1, ratelimits: input.ratelimits ?? none }
    const assessment = assess(subject, request, now)
    if (assessment.type === "unknown_limit") throw unknownLimit(assessment.name)
    if (hasQuota) await admitVerification(context)
    const answer = (verdict: Verdict) => {
      const { workspaceId, keyId } = subject
      usage.verified({ workspaceId, keyId, code: verdict.code, tags: input.tags ?? none, now, isCounted: hasQuota })
      return writeVerdict(subject, verdict)
    }
    if (assessment.type === "refused") {
      const credits = await creditBalance(context, subject)
      return credits === "gone" ? notFound : answer({ code: assessment.code, credits })
    }
    const { limits: applied } = assessment
    const isFree = applied.length === 0 && !subject.hasCredits
    const consumed = isFree ? freeOfCharge : await consume(context, subject, { limits: applied, cost: request.cost })
    if (consumed === "gone") return notFound
    return answer({ ...consumed, limits: { applied, outcomes: consumed.outcomes } })
  },
})

const notFound = { valid: false, code: "NOT_FOUND" } as const
const none: readonly never[] = []
const freeOfCharge = { code: "VALID", credits: null, outcomes: none } as const

function parseQuery(text: string | undefined): PermissionQuery | undefined {
  if (text === undefined) return undefined
  const parsed = parsePermissionQuery(text)
  if (parsed.ok) return parsed.query
  const errors = [{ location: "body.permissions", message: parsed.message }]
  throw fault("application/permissions_query_syntax_error", { errors, detail: parsed.message })
}

function unknownLimit(name: string) {
  const detail = `Neither the key nor its identity has a rate limit ${nameInDetail(name)}. Attach one, or send limit and duration.`
  return fault("application/precondition_failed", { detail })
}
