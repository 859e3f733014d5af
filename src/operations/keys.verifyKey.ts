import type { z } from "zod"
import { fault } from "../contract/errors.ts"
import { acceptPlainVerification, type Code, verification, verificationInput } from "../contract/verification.ts"
import { type Awaitable, whenKnown } from "../core/awaitable.ts"
import { nameInDetail } from "../core/name-in-detail.ts"
import { type PermissionQuery, parsePermissionQuery } from "../core/permission-query.ts"
import { type Assessment, assess, type Subject } from "../core/verify.ts"
import { type Context, consumption, type Written } from "./operation.ts"
import { type Consumed, consume, type Gone, refuse } from "./steps/consume.ts"
import { findSubject } from "./steps/find-subject.ts"
import { admitVerification, requireVerificationQuota } from "./steps/verification-quota.ts"
import { writeVerdict } from "./steps/write-verdict.ts"

export const verifyKey = consumption({
  name: "keys.verifyKey",
  summary: "Verify a key of your users: is it valid now, for this, and within its limits and credits?",
  needs: ["api.{apiId}.verify_key"],
  input: verificationInput,
  acceptPlain: acceptPlainVerification,
  output: verification,
  errors: ["application/permissions_query_syntax_error", "application/precondition_failed", "limits/quota_exceeded"],
  example: {
    key: "acme_live_6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ",
    permissions: "documents.read OR documents.write",
    credits: { cost: 1 },
    tags: ["path=/documents"],
  },
  run(context) {
    const query = parseQuery(context.input.permissions)
    if (context.workspace.limits.verificationsPerMonth !== null) return verifyUnderQuota(context, query)
    return whenKnown(findSubject(context), (subject) => settle(context, judge(context, subject, query)))
  },
})

type Verifying = Context<z.infer<typeof verificationInput>>

/** A key, and what is known about it before anything is taken. */
interface Judged {
  readonly subject: Subject
  readonly assessment: Exclude<Assessment, { readonly type: "unknown_limit" }>
}

/** With a quota every answer about a key is counted before it is given. */
async function verifyUnderQuota(context: Verifying, query: PermissionQuery | undefined) {
  await requireVerificationQuota(context)
  const judged = judge(context, await findSubject(context), query)
  if (judged !== undefined) await admitVerification(context)
  return settle(context, judged)
}

/** Steps 2 to 6: what decides without taking anything. */
function judge(
  { input, now }: Verifying,
  subject: Subject | undefined,
  query: PermissionQuery | undefined,
): Judged | undefined {
  if (subject === undefined) return undefined
  if (!subject.workspaceEnabled) throw fault("authorization/workspace_disabled")
  const assessment = assess(subject, { query, ip: input.ip, ratelimits: input.ratelimits ?? none }, now)
  if (assessment.type === "unknown_limit") throw unknownLimit(assessment.name)
  return { subject, assessment }
}

/** Step 7, and the answer; at once where there is nothing to wait for. */
function settle(context: Verifying, judged: Judged | undefined): Awaitable<Answer> {
  if (judged === undefined) return notFound
  const { subject, assessment } = judged
  const answer = (outcome: Consumed | Gone): Answer => {
    if (outcome === "gone") return notFound
    noteUse(context, subject, outcome.code)
    return writeVerdict(subject, outcome)
  }
  const outcome =
    assessment.type === "refused"
      ? refuse(context, subject, assessment.code)
      : consume(context, subject, { limits: assessment.limits, cost: context.input.credits?.cost ?? 1 })
  return whenKnown(outcome, answer)
}

function noteUse({ usage, input, now, workspace }: Verifying, { workspaceId, keyId }: Subject, code: Code): void {
  const isCounted = workspace.limits.verificationsPerMonth !== null
  usage.verified({ workspaceId, keyId, code, tags: input.tags ?? none, now, isCounted })
}

type Answer = typeof notFound | Written

const notFound = { valid: false, code: "NOT_FOUND" } as const
const none: readonly never[] = []

/** Callers send the same few queries again and again; reading one takes longer than the rest of a verification. */
const knownQueries = new Map<string, PermissionQuery>()
const knownQueriesAtMost = 1_000

function parseQuery(text: string | undefined): PermissionQuery | undefined {
  if (text === undefined) return undefined
  const known = knownQueries.get(text)
  if (known !== undefined) return known
  const parsed = parsePermissionQuery(text)
  if (parsed.ok) {
    if (knownQueries.size === knownQueriesAtMost) knownQueries.clear()
    knownQueries.set(text, parsed.query)
    return parsed.query
  }
  const errors = [{ location: "body.permissions", message: parsed.message }]
  throw fault("application/permissions_query_syntax_error", { errors, detail: parsed.message })
}

function unknownLimit(name: string) {
  const detail = `Neither the key nor its identity has a rate limit ${nameInDetail(name)}. Attach one, or send limit and duration.`
  return fault("application/precondition_failed", { detail })
}
