import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { parseAllowList } from "../contract/cidr.ts"
import type { Identity, Ratelimit } from "./model.ts"
import { parsePermissionQuery } from "./permission-query.ts"
import {
  type AppliedLimit,
  assess,
  mergeLimits,
  type RequestedLimit,
  type SharedKeyFacts,
  type VerifiableKey,
  type VerifyRequest,
} from "./verify.ts"

const now = Date.parse("2026-03-01T12:00:00Z")

const facts: SharedKeyFacts = {
  workspaceId: "ws_1",
  apiId: "api_1",
  identityId: null,
  workspaceEnabled: true,
  enabled: true,
  identityEnabled: true,
  expires: null,
  planChangeAt: null,
  apiIpAllowlist: null,
  ipAllowlist: null,
  permissions: [],
  limits: [],
  meter: null,
  responseJson: "",
}

const keyWith = (changed: Partial<SharedKeyFacts>): VerifiableKey => ({
  keyId: "key_1",
  facts: { ...facts, ...changed },
  balanceId: null,
  matched: null,
})
const plainKey = keyWith({})

const request: VerifyRequest = { query: undefined, ip: undefined, ratelimits: [] }

function queryOf(text: string) {
  const parsed = parsePermissionQuery(text)
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.query
}

function limit(name: string, settings: Partial<Ratelimit> = {}): Ratelimit {
  return { id: `rl_${name}`, name, limit: 10, duration: 60_000, autoApply: false, ...settings }
}

/** As counters take it, counted for this key or identity. */
function appliedFor(holderId: string, { id, name, limit, duration, autoApply }: Ratelimit, cost: number): AppliedLimit {
  const settingsJson = `{"id":"${id}","name":${JSON.stringify(name)},"limit":${limit},"duration":${duration},"exceeded":`
  return {
    name,
    source: holderId === "id_1" ? "identity" : "key",
    autoApply,
    counter: `verify/ws_1/${holderId}/${name}`,
    limit,
    durationMs: duration,
    cost,
    settingsJson,
  }
}

function identity(...ratelimits: readonly Ratelimit[]): Identity {
  const [id, workspaceId, externalId] = ["id_1", "ws_1", "user_1"]
  return {
    id,
    workspaceId,
    externalId,
    enabled: true,
    meta: {},
    permissions: [],
    ratelimits,
    plan: null,
    planChange: null,
    defaultPlan: null,
    billingDay: 1,
    quota: null,
    balance: null,
    createdAt: 0,
    updatedAt: null,
  }
}

/** Each way to fail, in the order of docs/contract.md#19-verification-semantics. */
const failures = [
  { code: "DISABLED", facts: { enabled: false }, request: {} },
  { code: "DISABLED", facts: { identityEnabled: false }, request: {} },
  { code: "EXPIRED", facts: { expires: now }, request: {} },
  { code: "FORBIDDEN", facts: { apiIpAllowlist: parseAllowList(["10.0.0.0/8"]) }, request: {} },
  { code: "INSUFFICIENT_PERMISSIONS", facts: {}, request: { query: queryOf("missing") } },
  { code: "unknown_limit", facts: {}, request: { ratelimits: [{ name: "unknown", cost: 1 }] } },
] as const

function verdictOf(changed: Partial<SharedKeyFacts>, asked: Partial<VerifyRequest>): string {
  const assessment = assess(keyWith(changed), { ...request, ...asked }, now)
  return assessment.type === "refused" ? assessment.code : assessment.type
}

describe("the order of a verdict", () => {
  test("nothing speaks against a key without any conditions", () => {
    expect(assess(plainKey, request, now)).toEqual({ type: "consume", limits: [] })
  })

  test("whatever fails together, the first failure decides", () => {
    fc.assert(
      fc.property(fc.subarray([...failures], { minLength: 1 }), (chosen) => {
        const changed = Object.assign({}, ...chosen.map((failure) => failure.facts))
        const asked = Object.assign({}, ...chosen.map((failure) => failure.request))
        expect(verdictOf(changed, asked)).toBe(chosen[0]?.code ?? "")
      }),
    )
  })
})

describe("expiry", () => {
  test("is reached exactly at its millisecond", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_102_444_800_000 }),
        fc.integer({ min: -3, max: 3 }),
        (expires, offset) => {
          const { type } = assess(keyWith({ expires }), request, expires + offset)
          expect(type).toBe(offset >= 0 ? "refused" : "consume")
        },
      ),
    )
  })
})

describe("allow lists", () => {
  const lists = fc.constantFrom<readonly string[]>([], ["10.0.0.0/8"], ["192.0.2.1/32", "2001:db8::/32"])
  const addresses = fc.constantFrom(undefined, "10.1.2.3", "::ffff:10.1.2.3", "192.0.2.1", "2001:db8::5", "::1")
  const members: Readonly<Record<string, readonly string[]>> = {
    "10.0.0.0/8": ["10.1.2.3", "::ffff:10.1.2.3"],
    "192.0.2.1/32": ["192.0.2.1"],
    "2001:db8::/32": ["2001:db8::5"],
  }
  const isIn = (list: readonly string[], ip: string | undefined) =>
    list.length === 0 || (ip !== undefined && list.some((network) => members[network]?.includes(ip)))

  test("of API and key both have to agree, and an empty one agrees with everything", () => {
    fc.assert(
      fc.property(lists, lists, addresses, (apiIpAllowlist, ipAllowlist, ip) => {
        const parsed = { apiIpAllowlist: parseAllowList(apiIpAllowlist), ipAllowlist: parseAllowList(ipAllowlist) }
        const isAllowed = isIn(apiIpAllowlist, ip) && isIn(ipAllowlist, ip)
        expect(verdictOf(parsed, { ip })).toBe(isAllowed ? "consume" : "FORBIDDEN")
      }),
    )
  })
})

describe("permissions", () => {
  test("are asked for only where there is a query", () => {
    const permissions = ["a", "docs.*"]
    expect(verdictOf({ permissions }, {})).toBe("consume")
    expect(verdictOf({ permissions }, { query: queryOf("a AND (b OR docs.*)") })).toBe("consume")
    expect(verdictOf({ permissions }, { query: queryOf("docs.read") })).toBe("INSUFFICIENT_PERMISSIONS")
    expect(verdictOf({ permissions }, { query: queryOf("A") })).toBe("INSUFFICIENT_PERMISSIONS")
  })
})

describe("limits to apply", () => {
  interface Holders {
    readonly ratelimits?: readonly Ratelimit[]
    readonly identity?: Identity
    readonly planLimits?: readonly Ratelimit[]
  }

  const holding = ({ ratelimits = [], identity = undefined, planLimits = [] }: Holders): VerifiableKey => {
    return keyWith({
      limits: mergeLimits({
        workspaceId: "ws_1",
        key: { id: "key_1", ratelimits },
        identity: identity ?? null,
        planLimits,
      }),
    })
  }
  const applied = (holders: Holders, ratelimits: readonly RequestedLimit[]): readonly AppliedLimit[] => {
    const assessment = assess(holding(holders), { ...request, ratelimits }, now)
    return assessment.type === "consume" ? assessment.limits : []
  }

  test("are those of the key, else of its identity, else of the plan; those of a plan count for the identity", () => {
    const owner = identity(limit("identity", { id: "rl_i", limit: 2 }), limit("key", { id: "rl_i2", limit: 2 }))
    const planLimits = ["identity", "key", "plan"].map((name) => limit(name, { id: `rl_p_${name}`, limit: 3 }))
    const requested = planLimits.map(({ name }) => ({ name, cost: 1 }))
    const all = applied({ ratelimits: [limit("key")], identity: owner, planLimits }, requested)
    expect(all.map(({ name, source, limit: allowed, counter }) => [name, source, allowed, counter])).toEqual([
      ["identity", "identity", 2, "verify/ws_1/id_1/identity"],
      ["key", "key", 10, "verify/ws_1/key_1/key"],
      ["plan", "plan", 3, "verify/ws_1/id_1/plan"],
    ])
  })

  test("are those of the key where its identity has one of the same name, also to switch it off", () => {
    const owner = identity(limit("same", { id: "rl_theirs", limit: 1, autoApply: true }))
    expect(applied({ ratelimits: [limit("same")], identity: owner }, [])).toEqual([])
    expect(applied({ ratelimits: [limit("same")], identity: owner }, [{ name: "same", cost: 4 }])).toEqual([
      appliedFor("key_1", limit("same"), 4),
    ])
  })

  test("are unknown if an entry names one that neither key nor identity has, and the answer says which", () => {
    const ratelimits = [
      { name: "own", cost: 1 },
      { name: "Own", cost: 1 },
    ]
    const assessment = assess(holding({ ratelimits: [limit("own")] }), { ...request, ratelimits }, now)
    expect(assessment).toEqual({ type: "unknown_limit", name: "Own" })
  })

  const names = fc.constantFrom("aaa", "bbb", "ccc", "Aaa", "ääää", "\u{ff5e}zz", "\u{1f600}zz")
  const settings = { limit: fc.integer({ min: 1, max: 9 }), duration: fc.constantFrom(1000, 60_000) }
  const stored = fc.uniqueArray(fc.record({ name: names, ...settings, autoApply: fc.boolean() }), {
    selector: ({ name }) => name,
  })
  const inline = fc.record({ name: names, cost: fc.nat(5), ...settings })
  const named = fc.record({ name: names, cost: fc.nat(5) })
  const requested = fc.uniqueArray(fc.oneof<fc.Arbitrary<RequestedLimit>[]>(inline, named), {
    selector: ({ name }) => name,
  })
  const owned = (owner: string, limits: readonly Omit<Ratelimit, "id">[]) =>
    limits.map((one) => ({ id: `rl_${owner}_${one.name}`, ...one }))

  // docs/contract.md#192-limits-in-a-verification
  test("are merged by name, each name once, ascending by bytes", () => {
    fc.assert(
      fc.property(stored, stored, requested, (ofKey, ofIdentity, asked) => {
        const ratelimits = owned("key", ofKey)
        const owner = identity(...owned("identity", ofIdentity))
        const expected = new Map<string, AppliedLimit | undefined>()
        for (const { name } of [...ofKey, ...ofIdentity, ...asked]) {
          const entry = asked.find((one) => one.name === name)
          const own = ratelimits.find((one) => one.name === name)
          const theirs = owner.ratelimits.find((one) => one.name === name)
          const known = own ?? theirs
          const holder = own === undefined ? "id_1" : "key_1"
          if (entry?.limit !== undefined && entry.duration !== undefined) {
            const { cost, limit, duration } = entry
            const inline = { id: "", name, limit, duration, autoApply: false }
            expected.set(name, { ...appliedFor("key_1", inline, cost), source: "request" })
          } else if (entry !== undefined) {
            expected.set(name, known && appliedFor(holder, known, entry.cost))
          } else if (known?.autoApply) {
            expected.set(name, appliedFor(holder, known, 1))
          }
        }
        const assessment = assess(holding({ ratelimits, identity: owner }), { ...request, ratelimits: asked }, now)
        if ([...expected.values()].includes(undefined)) {
          expect(assessment.type).toBe("unknown_limit")
          return
        }
        const inOrder = [...expected.values()].sort((one, other) =>
          Buffer.compare(Buffer.from(one?.name ?? ""), Buffer.from(other?.name ?? "")),
        )
        expect(assessment).toEqual({ type: "consume", limits: inOrder.flatMap((one) => one ?? []) })
      }),
      { numRuns: 500 },
    )
  })
})
