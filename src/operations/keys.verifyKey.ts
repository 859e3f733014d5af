import { fault } from "../contract/errors.ts"
import { type Code, verification, verificationInput } from "../contract/verification.ts"
import { type PermissionQuery, parsePermissionQuery } from "../core/permission-query.ts"
import { presentIdentity, withoutNulls } from "../core/present.ts"
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
    const { input, now, usage } = context
    const query = parseQuery(input.permissions)
    await requireVerificationQuota(context)
    const subject = await findSubject(context)
    if (subject === undefined) return { valid: false, code: "NOT_FOUND" as const }
    if (!subject.workspaceEnabled) throw fault("authorization/workspace_disabled")

    const request = { query, ip: input.ip, cost: input.credits?.cost ?? 1, ratelimits: input.ratelimits }
    const assessment = assess(subject, request, now)
    if (assessment.type === "unknown_limit") throw unknownLimit(assessment.name)
    const isCounted = await admitVerification(context)
    const note = (code: Code) => {
      const { workspaceId, keyId } = subject
      usage.verified({ workspaceId, keyId, code, tags: input.tags, now, isCounted })
    }
    if (assessment.type === "refused") {
      note(assessment.code)
      return describe(subject, assessment.code, { credits: await creditBalance(context, subject) })
    }
    const { code, credits, outcomes } = await consume(context, subject, {
      limits: assessment.limits,
      cost: request.cost,
    })
    note(code)
    return describe(subject, code, { credits, ratelimits: presentLimits(assessment.limits, outcomes) })
  },
})

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

function describe(subject: Subject, code: Code, { credits, ratelimits }: Consumed) {
  const { keyId, apiId, enabled, meta, permissions, roles, name, expires, identity } = subject
  return {
    valid: code === "VALID",
    code,
    keyId,
    apiId,
    enabled,
    meta,
    permissions: [...permissions],
    roles: [...roles],
    ...withoutNulls({ name, expires, credits, identity: identity === null ? null : presentIdentity(identity) }),
    ...(ratelimits && { ratelimits }),
  }
}

function presentLimits(limits: readonly AppliedLimit[], outcomes: readonly Outcome[]) {
  return limits.flatMap(({ id, name, limit, duration, autoApply }, index) => {
    const outcome = outcomes[index]
    if (outcome === undefined) return []
    const { allowed, remaining, resetAt } = outcome
    return [{ id, name, limit, duration, exceeded: !allowed, remaining, reset: resetAt, autoApply }]
  })
}
