import fc from "fast-check"

export const start = Date.UTC(2026, 10, 15, 12, 59, 30)
const names = ["alpha", "bravo"]
const slugs = ["docs.read", "docs.write"]
const addresses = ["10.1.2.3", "192.0.2.1", "2001:db8::5"]
const keyCount = 4

const small = fc.integer({ min: 1, max: 4 })
const duration = fc.constantFrom(1_000, 60_000)
const ratelimits = fc.uniqueArray(
  fc.record({ name: fc.constantFrom(...names), limit: small, duration, autoApply: fc.boolean() }),
  { selector: ({ name }) => name },
)
const allowList = fc.constantFrom([], [], ["10.0.0.0/8"], ["192.0.2.1", "2001:db8::/32"])
const present = { requiredKeys: [] }

const key = fc.record(
  {
    enabled: fc.boolean(),
    expires: fc.constantFrom(start + 5_000, start + 60_000),
    permissions: fc.subarray(slugs),
    roles: fc.constant(["reader"]),
    ratelimits,
    ipAllowlist: allowList,
    externalId: fc.constantFrom("user_1", "user_2"),
    credits: fc.oneof(
      { weight: 4, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.record({ remaining: fc.nat(3) }) },
    ),
    meta: fc.constant({ plan: "pro" }),
  },
  present,
)
export const scene = fc.record({
  keys: fc.array(key, { minLength: keyCount, maxLength: keyCount }),
  apiAllowList: allowList,
  identityLimits: ratelimits,
  workspaceLimits: fc.constantFrom({}, {}, {}, { requestsPerMinute: 30 }, { verificationsPerMonth: 10 }),
  limiterDown: fc.constantFrom("closed" as const, "open" as const),
  maxCounters: fc.constantFrom(4, 1_000, 1_000),
})

const requested = fc.uniqueArray(
  fc.oneof(
    fc.record({ name: fc.constantFrom(...names, "unknown"), cost: fc.nat(2) }),
    fc.record({ name: fc.constantFrom(...names), cost: fc.nat(2), limit: small, duration }),
  ),
  { maxLength: 2, selector: ({ name }) => name },
)
const options = fc.record(
  {
    permissions: fc.constantFrom("docs.read", "docs.read AND docs.write", "docs.read OR docs.admin", "docs.read AND"),
    ip: fc.constantFrom(...addresses),
    ratelimits: requested,
    credits: fc.record({ cost: fc.nat(2) }),
    tags: fc.subarray(["path=/a", "path=/b"]),
    keyspaces: fc.constantFrom("own", "own", "own", "other"),
  },
  present,
)
/** The last one was never issued. */
const which = fc.oneof({ weight: 9, arbitrary: fc.nat(keyCount - 1) }, { weight: 1, arbitrary: fc.constant(keyCount) })
const caller = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("owner", "verifier") },
  { weight: 1, arbitrary: fc.constantFrom("stranger", "stranger", "unknown", "operator") },
)

export const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constant("verify" as const),
      which,
      caller,
      options: fc.oneof(fc.constant({}), options),
      times: fc.constantFrom(1, 3, 6),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant("ask" as const),
      which,
      caller,
      options: fc.constantFrom(
        "",
        "?show=permissions&cost=2",
        "?permissions=docs.read&tag=path%3D/a",
        "?ratelimit=alpha:2&ratelimit=bravo&show=permissions",
        "?ratelimit=alpha&deny=403",
        "?permissions=docs.read%20AND",
      ),
      times: fc.constantFrom(1, 3),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant("limit" as const),
      caller,
      namespace: fc.constantFrom("email", "sms"),
      identifier: fc.constantFrom("user_1", "user_2", "vip_1"),
      limit: small,
      duration,
      cost: fc.nat(2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant("wait" as const), ms: fc.constantFrom(1, 400, 3_000, 40_000) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("update" as const),
      which,
      patch: fc.oneof(
        fc.record({ enabled: fc.boolean() }),
        fc.record({ ratelimits }),
        fc.record({ permissions: fc.subarray(slugs) }),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("call" as const),
      operation: fc.constantFrom("delete key", "set override", "disable workspace", "limit identity"),
      which,
      ratelimits,
    }),
  },
)

export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
export type Scene = typeof scene extends fc.Arbitrary<infer Value> ? Value : never

const verify = (which: number, options: (Step & { type: "verify" })["options"] = {}, times: 1 | 3 = 1): Step => {
  return { type: "verify", which, caller: "owner", options, times }
}

/** Chance may miss a code; this case returns each of them. */
export const everyCode: { readonly scene: Scene; readonly steps: Step[] } = {
  scene: {
    keys: [
      {},
      { enabled: false },
      { expires: start + 5_000 },
      { ipAllowlist: ["10.0.0.0/8"], credits: { remaining: 0 } },
    ],
    apiAllowList: [],
    identityLimits: [],
    workspaceLimits: {},
    limiterDown: "closed",
    maxCounters: 1_000,
  },
  steps: [
    verify(0),
    { type: "ask", which: 0, caller: "owner", options: "?show=permissions&cost=2", times: 1 },
    verify(0, { permissions: "docs.read" }),
    verify(0, { ratelimits: [{ name: "alpha", cost: 1, limit: 1, duration: 60_000 }] }, 3),
    verify(1),
    verify(3, { ip: "192.0.2.1" }),
    verify(3, { ip: "10.1.2.3" }),
    verify(keyCount),
    { type: "wait", ms: 40_000 },
    verify(2),
  ],
}

/** Chance may give every key something that only the server can decide. */
export const plainKeys: { readonly scene: Scene; readonly steps: Step[] } = {
  scene: { ...everyCode.scene, keys: [{}, { permissions: ["docs.read"] }, { enabled: false }, {}] },
  steps: Array.from({ length: 5 }, () => [
    verify(0, {}, 3),
    verify(1, { permissions: "docs.read" }, 3),
    verify(2, {}, 3),
  ]).flat(),
}
