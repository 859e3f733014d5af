import type { Code } from "../../contract/verification.ts"
import { presentIdentity } from "../../core/present.ts"
import type { AppliedLimit, Subject } from "../../core/verify.ts"
import type { Outcome } from "../../counters/counters.ts"
import { type Written, written } from "../operation.ts"

export interface Verdict {
  readonly code: Code
  /** Balance after the call; null for unlimited. */
  readonly credits: number | null
  /** Absent where no limit was looked at. */
  readonly limits?: { readonly applied: readonly AppliedLimit[]; readonly outcomes: readonly Outcome[] }
}

/**
 * The answer of a verification as JSON. Most of it is the same each time the key is verified and is written once for
 * as long as its record lives; turning objects into JSON anew would be the largest part of a verification.
 */
export function writeVerdict(subject: Subject, { code, credits, limits }: Verdict): Written {
  const balance = credits === null ? "" : `,"credits":${credits}`
  const ratelimits = limits === undefined ? "" : `,"ratelimits":${writeLimits(limits)}`
  return written(`{"valid":${code === "VALID"},"code":"${code}",${membersOf(subject)}${balance}${ratelimits}}`)
}

const known = new WeakMap<Subject, string>()

/** What every answer about this record holds, without the braces around it. */
function membersOf(subject: Subject): string {
  const before = known.get(subject)
  if (before !== undefined) return before
  const { keyId, apiId, enabled, meta, permissions, roles, name, expires, identity } = subject
  const members = {
    keyId,
    apiId,
    enabled,
    meta,
    permissions,
    roles,
    name: name ?? undefined,
    expires: expires ?? undefined,
    identity: identity === null ? undefined : presentIdentity(identity),
  }
  const text = JSON.stringify(members).slice(1, -1)
  known.set(subject, text)
  return text
}

function writeLimits({ applied, outcomes }: NonNullable<Verdict["limits"]>): string {
  if (applied.length === 0) return "[]"
  return JSON.stringify(
    applied.map(({ id, name, limit, duration, autoApply }, index) => {
      const outcome = outcomes[index]
      return {
        id,
        name,
        limit,
        duration,
        exceeded: outcome?.allowed === false,
        remaining: outcome?.remaining,
        reset: outcome?.resetAt,
        autoApply,
      }
    }),
  )
}
