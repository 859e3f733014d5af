import fc from "fast-check"

const names = ["alpha", "bravo"]
const slugs = ["docs.read", "docs.write"]
const keyCount = 3

const small = fc.integer({ min: 1, max: 4 })
const duration = fc.constantFrom(1_000, 60_000, 7_777)
const ratelimits = fc.uniqueArray(
  fc.record({ name: fc.constantFrom(...names), limit: small, duration, autoApply: fc.boolean() }),
  { selector: ({ name }) => name },
)
const allowList = fc.constantFrom([], [], ["10.0.0.0/8"], ["192.0.2.1", "2001:db8::/32"])
const present = { requiredKeys: [] }
const refill = fc.oneof(
  fc.record({ interval: fc.constant("daily" as const), amount: small }),
  fc.record({ interval: fc.constant("monthly" as const), amount: small, refillDay: fc.constantFrom(1, 16, 31) }),
)

const key = fc.record(
  {
    enabled: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    expiresIn: fc.constantFrom(5_000, 60_000, 86_400_000, 100 * 86_400_000),
    permissions: fc.subarray(slugs),
    roles: fc.constant(["reader"]),
    ratelimits,
    ipAllowlist: allowList,
    externalId: fc.constant("user_1"),
    credits: fc.oneof(fc.record({ remaining: fc.nat(4) }), fc.record({ remaining: fc.nat(4), refill })),
  },
  present,
)

export const explainScene = fc.record({
  keys: fc.array(key, { minLength: keyCount, maxLength: keyCount }),
  apiAllowList: allowList,
  identityLimits: ratelimits,
  quota: fc.constantFrom<(number | null)[]>(null, null, null, 6),
})
export type ExplainScene = typeof explainScene extends fc.Arbitrary<infer Value> ? Value : never

const requested = fc.uniqueArray(
  fc.oneof(
    fc.record({ name: fc.constantFrom(...names, "unknown"), cost: fc.nat(5) }),
    fc.record({ name: fc.constantFrom(...names), cost: fc.nat(5), limit: small, duration }),
  ),
  { maxLength: 2, selector: ({ name }) => name },
)
const options = fc.record(
  {
    permissions: fc.constantFrom("docs.read", "docs.read AND docs.write", "docs.write OR docs.admin"),
    ip: fc.constantFrom("10.1.2.3", "192.0.2.1", "2001:db8::5"),
    ratelimits: requested,
    credits: fc.record({ cost: fc.nat(3) }),
  },
  present,
)

const request = fc.record({
  /** The last one was never issued. */
  which: fc.oneof({ weight: 9, arbitrary: fc.nat(keyCount - 1) }, { weight: 1, arbitrary: fc.constant(keyCount) }),
  byId: fc.boolean(),
  options,
  waitMs: fc.constantFrom(0, 0, 0, 0, 1, 400, 3_000, 40_000),
  untilValid: fc.boolean(),
})
export type ExplainedRequest = typeof request extends fc.Arbitrary<infer Value> ? Value : never

export const requests = fc.array(request, { minLength: 15, maxLength: 30 })
export const fewRequests = fc.array(request, { minLength: 3, maxLength: 8 })

const explained = (which: number, options: ExplainedRequest["options"] = {}): ExplainedRequest => {
  return { which, byId: false, options, waitMs: 0, untilValid: true }
}

const keys: ExplainScene["keys"] = [
  { ratelimits: [{ name: "alpha", limit: 1, duration: 1_000, autoApply: true }] },
  { enabled: false },
  { expiresIn: 5_000, ipAllowlist: ["10.0.0.0/8"], credits: { remaining: 0 } },
]

/** Chance may miss an outcome; these cases show each of them. */
export const everyOutcome: [ExplainScene, ExplainedRequest[]][] = [
  [
    { keys, apiAllowList: [], identityLimits: [], quota: null },
    [
      explained(0),
      explained(0),
      explained(0, { permissions: "docs.read" }),
      explained(0, { ratelimits: [{ name: "unknown", cost: 1 }] }),
      explained(1),
      explained(2, { ip: "192.0.2.1" }),
      explained(2, { ip: "10.1.2.3" }),
      explained(keyCount),
      { ...explained(2), waitMs: 40_000 },
    ],
  ],
  [
    {
      keys: [{}, {}, { credits: { remaining: 1, refill: { interval: "daily", amount: 2 } } }],
      apiAllowList: [],
      identityLimits: [],
      quota: 5,
    },
    [explained(2), explained(2), explained(0), explained(0), explained(0), explained(1)],
  ],
  // When the quota begins again, the refill lowers the balance below the cost.
  [
    {
      keys: [{}, { credits: { remaining: 4, refill: { interval: "monthly", amount: 1, refillDay: 1 } } }, {}],
      apiAllowList: [],
      identityLimits: [],
      quota: 1,
    },
    [explained(0), explained(1, { credits: { cost: 3 } })],
  ],
  // The refused verification is the last that the quota allows.
  [
    {
      keys: [{}, { externalId: "user_1" }, {}],
      apiAllowList: [],
      identityLimits: [{ name: "alpha", limit: 1, duration: 60_000, autoApply: true }],
      quota: 6,
    },
    [explained(0), explained(0), explained(0), explained(0), explained(1), explained(1)],
  ],
]
