import { authenticate, findKey, holds, holdsForAny } from "./access.ts"
import { compact } from "./agree.ts"
import { isMetered, mostOf, pay, showBalances } from "./funds.ts"
import { learn, learnLimits, memberOf, type Seen } from "./learn.ts"
import { type Address, isAllowedFrom } from "./names.ts"
import { fundsOf, planOf } from "./plans.ts"
import { isSatisfied, type Query, textOf } from "./query.ts"
import { countVerification, mayVerify, refuseByQuota } from "./quota.ts"
import { creditsOf } from "./refill.ts"
import { type Reservation, reserve } from "./reservations.ts"
import { byName, roleNamesOf, showEmbeddedIdentity, slugsOf } from "./show.ts"
import { expectEvent, isExpired, type Key, type Limit, type Model } from "./state.ts"
import { calling, type Expected, type Stake, type Step } from "./step.ts"
import { type Check, take, test } from "./window.ts"

export interface RequestedLimit {
  readonly name: string
  readonly cost?: number
  readonly limit?: number
  readonly duration?: number
}

export interface Request {
  readonly key: string
  readonly bearer: string
  readonly query?: Query | undefined
  readonly ip?: Address | undefined
  readonly cost?: number | undefined
  readonly reserve?: { readonly expiresIn?: number } | undefined
  readonly ratelimits?: readonly RequestedLimit[] | undefined
  readonly migrationId?: string | undefined
  readonly keyspaces?: readonly string[] | undefined
}

export function verifying(model: Model, request: Request): Step {
  const { key, bearer, query, ip, cost, reserve, ratelimits, migrationId, keyspaces } = request
  const reserving = reserve && { ...reserve, reserve: true }
  const credits = cost === undefined && reserve === undefined ? undefined : compact({ cost, ...reserving })
  const body = compact({ key, permissions: query && textOf(query), ip, credits, ratelimits, migrationId, keyspaces })
  const call = { operation: "keys.verifyKey", body, bearer }
  return { ...calling(call, (model, seen) => verdict(model, request, seen)), stake: stakeOf(model, request) }
}

function stakeOf(model: Model, { key: text, ratelimits = [] }: Request): Stake {
  const key = findKey(model, text)
  if (key === undefined) return { owners: [text], hasCredits: false, hasLimits: false, isToBeAdopted: false }
  const { identity, balance } = key
  const sharing = model.keys.findIndex((one) => one.balance === balance)
  return {
    owners: [
      identity ? placeOf(model.identities, identity, "identity") : placeOf(model.keys, key, "key"),
      ...(balance === undefined ? [] : [`balance ${sharing}`]),
    ],
    hasCredits: balance?.credits !== undefined || (identity !== undefined && isMetered(fundsOf(model, identity))),
    hasLimits: ratelimits.length + storedLimits(model, key).size > 0,
    isToBeAdopted: key.text === undefined,
  }
}

/** docs/contract.md#19-verification-semantics, in its order. */
function verdict(model: Model, request: Request, seen: Seen): Expected {
  const caller = authenticate(model, request.bearer)
  if (typeof caller === "string") return caller
  if (caller.type === "foreigner") return notFound
  if (caller.type !== "root_key" || !holdsForAny(caller.rootKey, "verify_key")) {
    return "403 authorization/insufficient_permissions"
  }
  if (!mayVerify(model)) return refuseByQuota(model)
  const key = findKey(model, request.key, request.migrationId)
  if (key === undefined || !holds(caller.rootKey, key.api.id, "verify_key")) return notFound
  if (request.keyspaces?.includes(key.api.id) === false) return notFound
  if (key.text === undefined) adopt(model, key, request.key)
  const refusedBy = refusalOf(model, key, request)
  if (refusedBy !== undefined) return describe(model, key, { code: refusedBy, seen })
  return consume(model, key, { request, seen })
}

const notFound: Expected = { data: { valid: false, code: "NOT_FOUND" } }

/** docs/contract.md#75-imported-keys-and-lookup. */
function adopt(model: Model, key: Key, text: string): void {
  const lead = `${text.split("_").slice(0, -2).join("_")}_`
  key.text = text
  key.start = text.slice(0, lead.length + 4)
  expectEvent(model, "key.updated", key)
}

/** Steps 3 to 6. */
function refusalOf(model: Model, key: Key, { ip, query }: Request): string | undefined {
  if (!key.enabled || key.identity?.enabled === false) return "DISABLED"
  if (isExpired(key.expires, model.now)) return "EXPIRED"
  if (!isAllowedFrom(key.api.ipAllowlist, ip) || !isAllowedFrom(key.ipAllowlist, ip)) return "FORBIDDEN"
  if (query !== undefined && !isSatisfied(query, new Set(slugsOf(model, key)))) return "INSUFFICIENT_PERMISSIONS"
  return undefined
}

interface Applied {
  readonly check: Check
  readonly id: string
  readonly autoApply: boolean
}

interface Stored {
  readonly limit: Limit
  readonly subject: string
}

/** Step 7: takes tokens and credits together, or neither. */
function consume(model: Model, key: Key, { request, seen }: { request: Request; seen: Seen }): Expected {
  const stored = storedLimits(model, key)
  const applied = new Map<string, Applied>()
  const apply = ({ limit, subject }: Stored, cost: number) => {
    learnLimits(model, [limit], memberOf(seen, "ratelimits"))
    applied.set(limit.name, { ...limit, check: { ...limit, subject, cost } })
  }
  const requested = request.ratelimits ?? []
  const isRequested = (name: string) => requested.some((entry) => entry.name === name)
  for (const one of stored.values()) if (one.limit.autoApply && !isRequested(one.limit.name)) apply(one, 1)
  for (const { name, cost = 1, limit, duration } of requested) {
    const known = stored.get(name)
    if (limit !== undefined && duration !== undefined) {
      const check = { subject: placeOf(model.keys, key, "key"), name, limit, duration, cost }
      applied.set(name, { check, id: "", autoApply: false })
    } else if (known !== undefined) apply(known, cost)
    else return "412 application/precondition_failed"
  }

  const tested = [...applied.values()].map((one) => ({ ...one, ...test(model, one.check) }))
  const credits = creditsOf(key, model.now)
  const cost = request.cost ?? 1
  const isLimited = tested.some(({ isAllowed }) => !isAllowed)
  const isKeyShort = credits !== undefined && credits.remaining < cost
  const { identity } = key
  const isShort = isKeyShort || (identity !== undefined && mostOf(fundsOf(model, identity), model.now) < cost)
  const code = isLimited ? "RATE_LIMITED" : isShort ? "USAGE_EXCEEDED" : "VALID"
  let reservation: Reservation | undefined
  if (code === "VALID") {
    for (const { check } of tested) take(model, check)
    if (key.balance !== undefined && credits !== undefined) {
      key.balance.credits = { ...credits, remaining: credits.remaining - cost }
    }
    const funds = identity && fundsOf(model, identity)
    if (identity !== undefined && funds !== undefined) {
      identity.funds = { ...pay(funds, cost, model.now), quota: identity.funds.quota }
    }
    if (request.reserve !== undefined) {
      reservation = reserve(model, key, { cost, expiresIn: 600_000, ...request.reserve, funds })
      if (reservation !== undefined) learn(model, reservation, "rsv", memberOf(seen, "reservationId"))
    }
    key.usedAt.push(model.now)
  }
  const ratelimits = tested.map(
    ({ check: { name, limit, duration, cost }, id, autoApply, isAllowed, used, reset }) => ({
      id,
      name,
      limit,
      duration,
      exceeded: !isAllowed,
      remaining: code === "VALID" ? limit - used - cost : Math.max(0, limit - used),
      reset,
      autoApply,
    }),
  )
  const exhausted = code === "USAGE_EXCEEDED" ? (isKeyShort ? "key" : "identity") : undefined
  return describe(model, key, { code, seen, exhausted, reservation, ratelimits: byName(ratelimits) })
}

/** docs/contract.md#192-limits-in-a-verification: of the key, its identity and its plan, merged by name. The key's beats the identity's, which beats the plan's. */
function storedLimits(model: Model, key: Key): Map<string, Stored> {
  const { identity } = key
  const stored = new Map<string, Stored>()
  if (identity !== undefined) {
    const subject = placeOf(model.identities, identity, "identity")
    for (const limit of planOf(model, identity)?.ratelimits ?? []) stored.set(limit.name, { limit, subject })
    for (const limit of identity.ratelimits) stored.set(limit.name, { limit, subject })
  }
  for (const limit of key.ratelimits) stored.set(limit.name, { limit, subject: placeOf(model.keys, key, "key") })
  return stored
}

function placeOf<Item>(items: readonly Item[], item: Item, kind: string): string {
  return `${kind} ${items.indexOf(item)}`
}

interface Verdict {
  readonly code: string
  readonly seen: Seen
  readonly exhausted?: string | undefined
  readonly reservation?: Reservation | undefined
  readonly ratelimits?: unknown
}

function describe(model: Model, key: Key, { code, seen, exhausted, reservation, ratelimits }: Verdict): Expected {
  countVerification(model)
  const { identity } = key
  const own = creditsOf(key, model.now)?.remaining
  const most = Math.min(
    own ?? Infinity,
    identity === undefined ? Infinity : mostOf(fundsOf(model, identity), model.now),
  )
  const data = compact({
    valid: code === "VALID",
    code,
    keyId: key.id,
    apiId: key.api.id,
    keyspaceId: key.api.id,
    enabled: key.enabled,
    meta: key.meta,
    permissions: slugsOf(model, key),
    roles: roleNamesOf(key),
    name: key.name,
    expires: key.expires,
    identity: identity && showEmbeddedIdentity(model, identity, memberOf(seen, "identity")),
    credits: most === Infinity ? undefined : most,
    balances: showBalances(own, identity && fundsOf(model, identity), model.now),
    exhausted,
    reservationId: reservation?.id,
    reservationExpires: reservation?.expires,
    ratelimits,
  })
  return { data }
}
