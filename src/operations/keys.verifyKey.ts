import { fault } from "../contract/errors.ts"
import { type Code, type Verification, verification, verificationInput } from "../contract/verification.ts"
import { type PermissionQuery, parsePermissionQuery } from "../core/permission-query.ts"
import { presentIdentity } from "../core/present.ts"
import { type AppliedLimit, assess, type Subject } from "../core/verify.ts"
import type { Outcome } from "../counters/counters.ts"
import { consumption } from "./operation.ts"
import { consume, creditBalance } from "./steps/consume.ts"
import { findSubject } from "./steps/find-subject.ts"
import { admitVerification, requireVerificationQuota } from "./steps/verification-quota.ts"

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
    if (subject === undefined) return { valid: false, code: "NOT_FOUND" as const }
    if (!subject.workspaceEnabled) throw fault("authorization/workspace_disabled")

    const request = { query, ip: input.ip, cost: input.credits?.cost ?? 1, ratelimits: input.ratelimits ?? none }
    const assessment = assess(subject, request, now)
    if (assessment.type === "unknown_limit") throw unknownLimit(assessment.name)
    if (hasQuota) await admitVerification(context)
    const note = (code: Code) => {
      const { workspaceId, keyId } = subject
      usage.verified({ workspaceId, keyId, code, tags: input.tags ?? none, now, isCounted: hasQuota })
    }
    if (assessment.type === "refused") {
      note(assessment.code)
      return describe(subject, assessment.code, { credits: await creditBalance(context, subject) })
    }
    const { limits } = assessment
    const isFree = limits.length === 0 && !subject.hasCredits
    const consumed = isFree ? freeOfCharge : await consume(context, subject, { limits, cost: request.cost })
    note(consumed.code)
    const ratelimits = presentLimits(limits, consumed.outcomes)
    return describe(subject, consumed.code, { credits: consumed.credits, ratelimits })
  },
})

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
  const detail = `Neither the key nor its identity has a rate limit \`${name}\`. Attach one, or send limit and duration.`
  return fault("application/precondition_failed", { detail })
}

interface Consumed {
  readonly credits: number | null
  readonly ratelimits?: ReturnType<typeof presentLimits>
}

/** Written member by member, because it is made for every request of every user of our users. */
function describe(subject: Subject, code: Code, { credits, ratelimits }: Consumed): Verification {
  const { keyId, apiId, enabled, meta, permissions, roles, name, expires, identity } = subject
  const verdict: Mutable<Verification> = {
    valid: code === "VALID",
    code,
    keyId,
    apiId,
    enabled,
    meta,
    permissions,
    roles,
  }
  if (name !== null) verdict.name = name
  if (expires !== null) verdict.expires = expires
  if (credits !== null) verdict.credits = credits
  if (identity !== null) verdict.identity = presentIdentity(identity)
  if (ratelimits !== undefined) verdict.ratelimits = ratelimits
  return verdict
}

type Mutable<Object> = { -readonly [Member in keyof Object]: Object[Member] }

function presentLimits(limits: readonly AppliedLimit[], outcomes: readonly Outcome[]) {
  return limits.flatMap(({ id, name, limit, duration, autoApply }, index) => {
    const outcome = outcomes[index]
    if (outcome === undefined) return []
    const { allowed, remaining, resetAt } = outcome
    return [{ id, name, limit, duration, exceeded: !allowed, remaining, reset: resetAt, autoApply }]
  })
}
