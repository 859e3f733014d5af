import type { z } from "zod"
import type { LimitRequest } from "../../../contract/ratelimit.ts"
import type { verificationInput } from "../../../contract/verification.ts"
import type { AppliedLimit, VerifiableKey } from "../../../core/verify.ts"
import type { MemoryContext } from "../../context.ts"
import type { FromMemory, WrittenJson } from "../../operation.ts"
import { applyOverride } from "../limits/apply-overrides.ts"
import { noteLimit } from "../limits/note-limit.ts"
import { recordLimit } from "../limits/record-limit.ts"
import { checkOf, limitTaken } from "../limits/take-limits.ts"
import { writeLimit } from "../limits/write-limit.ts"
import { type Charged, freeOfCharge, isMetered, limitsTaken } from "./charge.ts"
import { isVerifiable } from "./find-verifiable-key.ts"
import { judgeKey } from "./judge-key.ts"
import { keyHash } from "./key-hash.ts"
import { logVerification } from "./log-verification.ts"
import { readPermissionQuery } from "./read-permission-query.ts"
import { recordVerification } from "./record-verification.ts"
import { writeVerdict } from "./write-verdict.ts"

/**
 * Fast forms of two operations. Each function returns the same as `run` without waiting. If it would have to wait, it
 * changes nothing and returns undefined. test/properties/from-memory.test.ts compares both forms.
 */

type VerifyContext = MemoryContext<z.infer<typeof verificationInput>>

export function verifyFromMemory(context: VerifyContext, memory: FromMemory): WrittenJson | undefined {
  const decided = decideFromMemory(context, memory)
  return decided && writeVerdict(decided.key, decided.charged, context.now)
}

/** A verdict that is not written yet. */
export interface Decided {
  readonly key: VerifiableKey
  readonly charged: Charged
}

export function decideFromMemory(context: VerifyContext, memory: FromMemory): Decided | undefined {
  const { input, workspace, operatorKeyHash } = context
  if (workspace.limits.verificationsPerMonth !== null) return undefined
  const query = readPermissionQuery(input.permissions)
  const hash = keyHash(context)
  if (hash === operatorKeyHash) return undefined
  // Balances need a write to the database, so metered keys are left to `run`.
  const key = memory.reads.peekKey(workspace.id, hash, context.now)
  if (key === undefined || !isVerifiable(context, key.facts) || isMetered(key)) return undefined
  const judgement = judgeKey(context, key, query)
  const charged: Charged | undefined =
    judgement.type === "refused"
      ? { code: judgement.code, balances: null, spent: 0 }
      : takeLimits(context, memory, judgement.limits)
  if (charged === undefined) return undefined
  recordVerification(context, key, charged)
  logVerification(context, key, charged)
  return { key, charged }
}

function takeLimits(
  { now }: VerifyContext,
  { counters }: FromMemory,
  limits: readonly AppliedLimit[],
): Charged | undefined {
  if (limits.length === 0) return freeOfCharge
  const result = counters?.takeNow(limits, now)
  return result && limitsTaken(limits, result)
}

export function limitFromMemory(context: MemoryContext<LimitRequest>, memory: FromMemory): WrittenJson | undefined {
  const { input: request, workspace, now } = context
  const namespace = memory.reads.peekNamespace(workspace.id, request.namespace)
  if (namespace === undefined || !context.mayLimit(namespace.id)) return undefined
  const matcher = memory.reads.peekOverrides(namespace.id)
  if (matcher === undefined) return undefined
  const overridden = applyOverride({ request, resolved: { state: "live", namespace } }, matcher)
  const result = memory.counters?.takeNow([checkOf(workspace.id, overridden)], now)
  if (result === undefined) return undefined
  const taken = limitTaken(overridden, result.outcomes[0])
  noteLimit(context, taken)
  recordLimit(context, { ...taken, namespaceId: namespace.id })
  return writeLimit(taken)
}
