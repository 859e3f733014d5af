import { expect, test } from "bun:test"
import {
  creditLines,
  expiryLines,
  rankLines,
  refusalLines,
  unknownLine,
  webhookLines,
} from "../../dashboard/src/routes/overview/attention-lines.ts"

const hourMs = 3_600_000
const acme = { id: "id_acme", externalId: "acme" }
const used = (verifications: number, credits = 0) => ({ verifications, credits })

test("refusals need attention only if they are many and rise", () => {
  const row = (now: number, before: number) => ({ identity: acme, ...used(now), previous: used(before) })
  expect(refusalLines([row(40, 10)])).toMatchObject([{ kind: "refusals", traffic: 40, detail: { before: 10 } }])
  expect(refusalLines([row(9, 0), row(40, 39), { ...row(40, 1), deleted: true }, { ...used(99) }])).toEqual([])
  expect(unknownLine(10, 0)).toMatchObject([{ kind: "unknown", traffic: 10 }])
  expect([...unknownLine(9, 0), ...unknownLine(100, 99)]).toEqual([])
})

test("credits end at the rate of the day, or at that of the last hours if it is higher", () => {
  const spending = { ms: 24 * hourMs, recentMs: 3 * hourMs, by: "key", now: 0 } as const
  const endsIn = (credits: number, recent: number, remaining: number | undefined) =>
    creditLines([{ keyId: "key_1", ...used(5, credits), previous: used(1, recent), remaining }], spending).map(
      ({ detail }) => detail.type === "credits" && detail.endsInMs / hourMs,
    )
  expect(endsIn(240, 0, 30)).toEqual([3])
  expect(endsIn(240, 60, 30)).toEqual([1.5])
  expect(endsIn(240, 0, 0)).toEqual([0])
  expect([...endsIn(240, 0, 481), ...endsIn(0, 0, 5), ...endsIn(240, 0, undefined)]).toEqual([])
})

test("a quota ends with its overage and the credits, unless a new period begins before", () => {
  const spending = { ms: 24 * hourMs, recentMs: 3 * hourMs, by: "identity", now: 0 } as const
  const quota = { limit: 100, interval: "monthly", overage: 10, used: 80, overageUsed: 0 } as const
  const endsIn = (change: object, remaining?: number, verifications = 5) =>
    creditLines(
      [{ identity: acme, ...used(verifications, 240), remaining, quota: { ...quota, ...change } }],
      spending,
    ).map(({ kind, detail }) => [kind, detail.type === "credits" && detail.endsInMs / hourMs])
  expect(endsIn({})).toEqual([["quota", 3]])
  expect(endsIn({}, 20)).toEqual([["quota", 5]])
  expect(endsIn({ resets: 4 * hourMs })).toEqual([["quota", 3]])
  expect([...endsIn({ resets: 2 * hourMs }), ...endsIn({ overage: null }), ...endsIn({ limit: 999 })]).toEqual([])
  const usedUp = { used: 100, overage: 0, resets: 1 }
  expect(endsIn(usedUp)).toEqual([["quota", 0]])
  expect(endsIn(usedUp, undefined, 0)).toEqual([])
})

test("keys that expire count only if they are in use, the most traffic first, one line for each customer", () => {
  const keys = ["key_1", "key_2", "key_3", "key_4"].map((keyId, index) => ({
    ...{ keyId, expires: 5 },
    ...(index < 2 && { identity: acme }),
  }))
  const traffic: Readonly<Record<string, number>> = { key_1: 3, key_2: 9, key_3: 5 }
  const lines = rankLines([...expiryLines(keys, (keyId) => traffic[keyId] ?? 0), ...unknownLine(50, 0)])
  expect(lines.map(({ key, traffic, others }) => [key, traffic, others])).toEqual([
    ["unknown ", 50, 0],
    ["expiry key_2", 9, 1],
    ["expiry key_3", 5, 0],
  ])
})

test("webhooks need attention if their endpoint accepts nothing, or if they were disabled for it", () => {
  const webhook = (name: string, fields: object, health: object = {}) => ({
    ...{ webhookId: `whk_${name}`, url: `https://${name}.example/hook`, types: ["*"], format: "standard" as const },
    ...{ enabled: true, createdAt: 0, health: { waiting: 0, ...health }, ...fields },
  })
  const lines = webhookLines(
    [
      webhook("works", {}, { lastDeliveredAt: 1 }),
      webhook("retries", {}, { lastDeliveredAt: 1, waiting: 4 }),
      webhook("fails", {}, { failingSince: 5, waiting: 4 }),
      webhook("stopped", { enabled: false, disabledReason: "request" }, { failingSince: 5 }),
      webhook("gaveup", { enabled: false, disabledReason: "failing" }, { failingSince: 5 }),
      webhook("gone", { enabled: false, disabledReason: "gone" }),
    ],
    10,
  )
  expect(lines.map(({ subject, detail }) => [subject.type === "webhook" && subject.name, detail])).toEqual([
    ["fails.example", { type: "webhook", state: "failing", since: 5, waiting: 4 }],
    ["gaveup.example", { type: "webhook", state: "gaveUp", since: 5, waiting: 0 }],
    ["gone.example", { type: "webhook", state: "gone", since: undefined, waiting: 0 }],
  ])
})
