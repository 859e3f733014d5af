import { type FixOperation, fixOperations } from "../../contract/fix-operations.ts"
import type { Code } from "../../contract/verdicts.ts"
import { dayMs, minuteMs } from "../durations.ts"
import type { ExplainedCheck, Explanation } from "../explain/explanation.ts"
import type { Identity, KeyDetails, Ratelimit } from "../model.ts"
import { planOf } from "../plans.ts"
import type { Fix } from "./fix.ts"
import { enabledLetsIn, endLetsIn } from "./lets-in.ts"
import { termsOfLimit } from "./limits.ts"

export interface ExplainedKey {
  readonly key: KeyDetails
  /** What the same call would give now. */
  readonly explanation: Pick<Explanation, "checks">
  /** The limits that refused the call. */
  readonly exceeded: readonly string[]
  readonly cost: number
}

/** The check that decides each code. */
export const checkOfCode: Readonly<Record<Code, ExplainedCheck["check"] | undefined>> = {
  VALID: undefined,
  NOT_FOUND: "existence",
  DISABLED: "enabled",
  EXPIRED: "expiry",
  FORBIDDEN: "ip",
  INSUFFICIENT_PERMISSIONS: "permissions",
  RATE_LIMITED: "ratelimit",
  USAGE_EXCEEDED: "credits",
}

/** The calls that make the checks of a code pass, or the next call if a limit has room again. */
export function alternativesFor(code: Code, explained: ExplainedKey, now: number): readonly Fix[] {
  const failed = explained.explanation.checks.filter(({ passed }) => !passed)
  const own = failed.filter(({ check }) => check === checkOfCode[code])
  const fixes = own.flatMap((check) => {
    const others = failed.filter((other) => other !== check).map(({ check: name }) => name)
    return fixesOf(check, explained, now).map((fix) => ({ ...fix, stillRefusedBy: fix.stillRefusedBy ?? others }))
  })
  if (own.length > 0 || code !== "RATE_LIMITED") return fixes
  const stillRefusedBy = failed.map(({ check }) => check)
  return explained.exceeded.flatMap((name) => {
    const fix = raised(explained, { name }, now)
    return fix === undefined ? [] : [{ ...fix, stillRefusedBy }]
  })
}

function fixesOf(check: ExplainedCheck, explained: ExplainedKey, now: number): readonly Fix[] {
  const { key } = explained
  const { fix } = check
  if (fix !== undefined) {
    const operation = fixOperations.find((name) => name === fix.operation)
    return operation === undefined
      ? []
      : [{ kind: "alternative", operation, input: fix.input, letsIn: letsInOf(operation, fix.input) }]
  }
  if (check.check === "enabled") return bothEnabled(key)
  if (check.check === "expiry" && key.expires !== null && now >= key.expires) return [extended(key, now)]
  if (check.check === "ratelimit" && check.name !== undefined) {
    const fix = raised(explained, { name: check.name, remaining: check.remaining }, now)
    return fix === undefined ? [] : [fix]
  }
  return []
}

function letsInOf(operation: FixOperation, input: Readonly<Record<string, unknown>>): string {
  switch (operation) {
    case "keys.addPermissions":
      return `Calls with this key that ask for ${listed(input.permissions)}, for as long as the key exists.`
    case "keys.updateCredits":
      return "Calls with this key that the added credits pay for, although nobody has paid them."
    case "identities.updateCredits":
      return "Calls of this customer that the added credits pay for, although nobody has paid them."
    case "identities.updateIdentity":
      return enabledLetsIn.customer
    case "keys.updateKey":
      return input.enabled === true
        ? enabledLetsIn.key
        : "Every call with this key from this address, whoever sends it."
    default:
      return "Calls that are refused now."
  }
}

function listed(values: unknown): string {
  return Array.isArray(values) ? values.join(", ") : ""
}

/** The key and its customer are disabled: each is enabled on its own. */
function bothEnabled({ id, identity }: KeyDetails): readonly Fix[] {
  const about = { kind: "alternative", stillRefusedBy: ["enabled"] } as const
  const [ofKey, ofCustomer] = [
    { keyId: id, enabled: true },
    { identity: identity?.id, enabled: true },
  ]
  return [
    {
      ...about,
      operation: "identities.updateIdentity",
      input: ofCustomer,
      letsIn: letsInOf("identities.updateIdentity", ofCustomer),
    },
    { ...about, operation: "keys.updateKey", input: ofKey, letsIn: letsInOf("keys.updateKey", ofKey) },
  ]
}

const extendedByMs = 7 * dayMs

function extended({ id }: KeyDetails, now: number): Fix {
  const expires = Math.ceil((now + extendedByMs) / minuteMs) * minuteMs
  return {
    kind: "alternative",
    operation: "keys.updateKey",
    input: { keyId: id, expires },
    letsIn: endLetsIn(false),
  }
}

interface FullLimit {
  readonly name: string
  /** What is left of it now. Undefined if it has room. */
  readonly remaining?: number | undefined
}

/** Raises a limit to twice as much, where it stands. A limit of the plan gets one of the same name at the customer, which beats it. */
function raised({ key, cost }: Pick<ExplainedKey, "key" | "cost">, full: FullLimit, now: number): Fix | undefined {
  const { name, remaining } = full
  const holds = (limits: readonly Ratelimit[]) => limits.find((limit) => limit.name === name)
  const higher = ({ limit, ...terms }: Omit<Ratelimit, "id">) => {
    const least = remaining === undefined ? 0 : limit - remaining + cost
    return { ...terms, limit: Math.max(limit * 2, least) }
  }
  const all = (limits: readonly Ratelimit[]) =>
    limits.map(termsOfLimit).map((limit) => (limit.name === name ? higher(limit) : limit))
  const own = holds(key.ratelimits)
  if (own !== undefined) {
    const letsIn = "More calls with this key than its limit was meant to allow."
    return {
      kind: "alternative",
      operation: "keys.updateKey",
      input: { keyId: key.id, ratelimits: all(key.ratelimits) },
      letsIn,
    }
  }
  return key.identity === null ? undefined : raisedForCustomer(key.identity, full, { all, higher, now })
}

interface Raising {
  readonly now: number
  all(limits: readonly Ratelimit[]): readonly Omit<Ratelimit, "id">[]
  higher(limit: Omit<Ratelimit, "id">): Omit<Ratelimit, "id">
}

function raisedForCustomer(identity: Identity, { name }: FullLimit, { all, higher, now }: Raising): Fix | undefined {
  const shared = identity.ratelimits.find((limit) => limit.name === name)
  const limit = shared ?? planOf(identity, now)?.ratelimits.find((one) => one.name === name)
  if (limit === undefined) return undefined
  const added = shared === undefined ? [higher(termsOfLimit(limit))] : []
  const letsIn = "More calls with all keys of this customer than the limit was meant to allow."
  return {
    kind: "alternative",
    operation: "identities.updateIdentity",
    input: { identity: identity.id, ratelimits: [...all(identity.ratelimits), ...added] },
    letsIn,
  }
}
