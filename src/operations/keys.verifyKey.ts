import type { z } from "zod"
import { fault } from "../contract/errors.ts"
import { acceptPlainVerification, type Code, verification, verificationInput } from "../contract/verification.ts"
import type { Awaitable } from "../core/awaitable.ts"
import { type PermissionQuery, parsePermissionQuery } from "../core/permission-query.ts"
import { type Assessment, assess, type Subject } from "../core/verify.ts"
import { type Context, consumption, type WrittenJson } from "./operation.ts"
import { type Consumed, consume, type Gone, refuse } from "./shared/charge.ts"
import { findSubject } from "./shared/find-verifiable-key.ts"
import { admitVerification, requireVerificationQuota } from "./shared/verification-quota.ts"
import { writeVerdict } from "./shared/write-verdict.ts"

export const verifyKey = consumption({
  name: "keys.verifyKey",
  summary: "Verify a key: is it valid now, does it hold the permissions, and is it within its limits and credits?",
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
    const subject = findSubject(context)
    return subject instanceof Promise ? verifyLater(context, subject, query) : verifySubject(context, subject, query)
  },
})

type Verifying = Context<z.infer<typeof verificationInput>>

type Query = PermissionQuery | undefined

/** With a quota every answer about a key is counted before it is given. */
async function verifyUnderQuota(context: Verifying, query: Query): Promise<Answer> {
  await requireVerificationQuota(context)
  const subject = await findSubject(context)
  if (subject === undefined) return notFound
  const judgement = judge(context, subject, query)
  await admitVerification(context)
  return settle(context, subject, judgement)
}

async function verifyLater(context: Verifying, finding: Promise<Subject | undefined>, query: Query): Promise<Answer> {
  return verifySubject(context, await finding, query)
}

function verifySubject(context: Verifying, subject: Subject | undefined, query: Query): Awaitable<Answer> {
  return subject === undefined ? notFound : settle(context, subject, judge(context, subject, query))
}

/** What is known about a key before anything is taken. */
type Judgement = Exclude<Assessment, { readonly type: "unknown_limit" }>

/** Steps 2 to 6: what decides without taking anything. */
function judge({ input, now }: Verifying, subject: Subject, query: Query): Judgement {
  if (!subject.profile.workspaceEnabled) throw fault("authorization/workspace_disabled")
  const assessment = assess(subject, { query, ip: input.ip, ratelimits: input.ratelimits ?? none }, now)
  if (assessment.type === "unknown_limit") throw unknownLimit(assessment.name)
  return assessment
}

/** Step 7, and the answer; at once where there is nothing to wait for. */
function settle(context: Verifying, subject: Subject, judgement: Judgement): Awaitable<Answer> {
  const outcome =
    judgement.type === "refused"
      ? refuse(context, subject, judgement.code)
      : consume(context, subject, { limits: judgement.limits, cost: context.input.credits?.cost ?? 1 })
  return outcome instanceof Promise ? settleLater(context, subject, outcome) : answer(context, subject, outcome)
}

async function settleLater(context: Verifying, subject: Subject, outcome: Promise<Consumed | Gone>): Promise<Answer> {
  return answer(context, subject, await outcome)
}

function answer(context: Verifying, subject: Subject, outcome: Consumed | Gone): Answer {
  if (outcome === "gone") return notFound
  noteUse(context, subject, outcome.code)
  return writeVerdict(subject, outcome)
}

function noteUse({ usage, input, now, workspace }: Verifying, subject: Subject, code: Code): void {
  const isCounted = workspace.limits.verificationsPerMonth !== null
  usage.verified(subject, { code, tags: input.tags ?? none, now, isCounted })
}

type Answer = typeof notFound | WrittenJson

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
  const detail = `Neither the key nor its identity has a rate limit \`${name}\`. Attach one, or send limit and duration.`
  return fault("application/precondition_failed", { detail })
}
