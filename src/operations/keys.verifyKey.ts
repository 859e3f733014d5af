import type { z } from "zod"
import { fastParseVerification, verification, verificationInput } from "../contract/verification.ts"
import { minuteMs } from "../core/durations.ts"
import { expiryOf } from "../core/reservation.ts"
import type { Context } from "./context.ts"
import { consumption } from "./operation.ts"
import { charge, refuse } from "./shared/verify/charge.ts"
import { findVerifiableKey } from "./shared/verify/find-verifiable-key.ts"
import { verifyFromMemory } from "./shared/verify/from-memory.ts"
import { judgeKey } from "./shared/verify/judge-key.ts"
import { logUnknownKey, logVerification } from "./shared/verify/log-verification.ts"
import { readPermissionQuery } from "./shared/verify/read-permission-query.ts"
import { recordVerification } from "./shared/verify/record-verification.ts"
import { admitVerification, requireVerificationQuota } from "./shared/verify/verification-quota.ts"
import { writeVerdict } from "./shared/verify/write-verdict.ts"

/** How long a reservation lasts by default. */
const reservedMs = 10 * minuteMs

export const verifyKey = consumption({
  name: "keys.verifyKey",
  title: "Verify a key",
  summary: "Verify a key: is it valid now, does it hold the permissions, and is it within its limits and credits?",
  needs: ["api.{apiId}.verify_key"],
  input: verificationInput,
  fastParse: fastParseVerification,
  output: verification,
  errors: ["application/permissions_query_syntax_error", "application/precondition_failed", "limits/quota_exceeded"],
  example: {
    key: "acme_live_6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ",
    permissions: "documents.read OR documents.write",
    credits: { cost: 1 },
    tags: ["path=/documents"],
  },
  runFromMemory: verifyFromMemory,
  /** Follows the order of docs/contract.md#19-verification-semantics. */
  async run(context) {
    const { input } = context
    const query = readPermissionQuery(input.permissions)
    const hasQuota = context.workspace.limits.verificationsPerMonth !== null
    if (hasQuota) await requireVerificationQuota(context)
    const key = await findVerifiableKey(context)
    if (key === undefined) return notFound(context)
    const judgement = judgeKey(context, key, query)
    if (hasQuota) await admitVerification(context)
    const charged =
      judgement.type === "refused"
        ? await refuse(context, key, judgement.code)
        : await charge(context, key, { limits: judgement.limits, ...priceOf(context) })
    if (charged === "key_deleted") return notFound(context)
    recordVerification(context, key, charged)
    logVerification(context, key, charged)
    return writeVerdict(key, charged, context.now)
  },
})

function priceOf({ input: { credits }, mint, now }: Context<z.infer<typeof verificationInput>>) {
  const cost = credits?.cost ?? 1
  if (credits?.reserve !== true) return { cost }
  return { cost, reservation: { id: mint.id("rsv"), expires: expiryOf(now, credits.expiresIn ?? reservedMs) } }
}

function notFound(context: Context<z.infer<typeof verificationInput>>) {
  const { notes, usage, workspace, now } = context
  notes.code = "NOT_FOUND"
  usage.notFound(workspace.id, now)
  logUnknownKey(context)
  return { valid: false, code: "NOT_FOUND" } as const
}
