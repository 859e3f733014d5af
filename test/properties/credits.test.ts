import { beforeAll, describe, expect, test } from "bun:test"
import fc from "fast-check"
import { createApi } from "../harness/fixtures.ts"
import { engines } from "../harness/harness.ts"
import { seed } from "../harness/seed.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import type { Refill } from "../model/state.ts"
import { type Adjustment, adjustBooks, leftIn, type MaybeBooks, openBooks, refillBooks } from "./credit-books.ts"

/**
 * docs/contract.md#74-reroll: keys that came from each other by reroll have one balance, whatever happens to them:
 * granted = spent + left. KEYWARD_TEST_SEED=<seed> repeats the sequences of a run.
 */

/** About ten seconds each. */
const runs = { sqlite: 25, postgres: 9 }
const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

interface Line {
  books: MaybeBooks
  readonly keys: LineKey[]
}

interface LineKey {
  readonly keyId: string
  readonly key: string
  readonly line: Line
  expires: number | null
  isDeleted: boolean
}

interface Spend {
  /** Which key of the line. */
  readonly through: number
  readonly cost: number
}

interface Grant {
  readonly remaining: number
  readonly refill: Refill | undefined
}

type Step =
  | { type: "create"; grant: Grant | undefined }
  | { type: "spend"; target: number; spends: readonly Spend[]; reroll: number | null }
  | { type: "reroll"; target: number; expiration: number }
  | { type: "adjust"; target: number; adjustment: Adjustment }
  | { type: "configure"; target: number; grant: Grant | null }
  | { type: "revive"; target: number; lifeMs: number | null }
  | { type: "delete"; target: number; permanent: boolean }
  | { type: "wait"; ms: number | "midnight" }

/** Small numbers, so that balances are used up now and then. */
const amount = fc.integer({ min: 0, max: 30 })
const positive = fc.integer({ min: 1, max: 20 })
const target = fc.nat(1000)
const expiration = fc.constantFrom(0, hourMs, dayMs)
const refill = fc.oneof(
  fc.record({ interval: fc.constant("daily" as const), amount: positive }),
  fc.record({ interval: fc.constant("monthly" as const), amount: positive, refillDay: fc.constantFrom(1, 15, 31) }),
)
const grant = fc.record({ remaining: amount, refill: fc.option(refill, { nil: undefined }) })
const adjustment: fc.Arbitrary<Adjustment> = fc.oneof(
  fc.record({ operation: fc.constant("set" as const), value: fc.option(amount) }),
  fc.record({ operation: fc.constantFrom("increment" as const, "decrement" as const), value: positive }),
)
const spend = fc.record({ through: target, cost: fc.integer({ min: 0, max: 9 }) })

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("create" as const), grant: fc.option(grant, { nil: undefined }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant("spend" as const),
      target,
      spends: fc.array(spend, { minLength: 1, maxLength: 4 }),
      reroll: fc.option(expiration, { freq: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("reroll" as const), target, expiration }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("adjust" as const), target, adjustment }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("configure" as const), target, grant: fc.option(grant) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("revive" as const),
      target,
      lifeMs: fc.constantFrom(null, hourMs, dayMs),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("delete" as const), target, permanent: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("wait" as const),
      ms: fc.constantFrom(hourMs, dayMs, 31 * dayMs, "midnight" as const),
    }),
  },
)

/** Meets every code, a refill and a revival, so that each run does, whatever its seed. */
const everythingOnce: [Grant, Step[]] = [
  { remaining: 2, refill: { interval: "daily", amount: 5 } },
  [
    { type: "spend", target: 0, spends: [{ through: 0, cost: 5 }], reroll: null },
    { type: "reroll", target: 0, expiration: hourMs },
    { type: "wait", ms: dayMs },
    { type: "spend", target: 0, spends: [{ through: 0, cost: 1 }], reroll: null },
    { type: "revive", target: 0, lifeMs: null },
    { type: "spend", target: 0, spends: [{ through: 0, cost: 5 }], reroll: null },
    { type: "delete", target: 0, permanent: false },
    { type: "spend", target: 0, spends: [{ through: 0, cost: 1 }], reroll: null },
  ],
]

describe.each([...engines])(`the credits of rerolled keys on %s, with KEYWARD_TEST_SEED=${seed}`, (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const seen = { VALID: 0, USAGE_EXCEEDED: 0, EXPIRED: 0, NOT_FOUND: 0, refills: 0, revivals: 0 }
  const server = serveKeyward({ engine, clock })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(server)
  })

  const isOver = ({ expires }: LineKey) => expires !== null && clock.now >= expires

  async function create(grant: Grant | undefined): Promise<Line> {
    const line: Line = { books: grant && openBooks(grant.remaining, grant.refill, clock.now), keys: [] }
    const { keyId, key } = await server.ok("keys.createKey", { apiId, ...(grant && { credits: grant }) })
    line.keys.push({ keyId, key, line, expires: null, isDeleted: false })
    return line
  }

  /** Whether a change was made: a deleted key is not there any more. */
  async function change({ keyId, isDeleted }: LineKey, operation: string, body: object): Promise<boolean> {
    const { status } = await server.call(`keys.${operation}`, { keyId, ...body })
    expect(status).toBe(isDeleted ? 404 : 200)
    return !isDeleted
  }

  /** The line that the successor belongs to: a key that never had credits shares nothing with it. */
  async function reroll(old: LineKey, expiration: number): Promise<Line> {
    const { status, body } = await server.call("keys.rerollKey", { keyId: old.keyId, expiration })
    expect(status).toBe(old.isDeleted ? 404 : 200)
    if (old.isDeleted) return old.line
    const line: Line = old.line.books === undefined ? { books: undefined, keys: [] } : old.line
    line.keys.push({ keyId: body.data.keyId, key: body.data.key, line, expires: old.expires, isDeleted: false })
    const end = clock.now + expiration
    old.expires = Math.min(end, old.expires ?? end)
    return line
  }

  /** All at the same time, perhaps with what ends one of the keys, and books what VALID answers took. */
  async function spendTogether(line: Line, spends: readonly Spend[], ending?: () => Promise<unknown>): Promise<void> {
    const before = line.books ? leftIn(line.books) : null
    const asked = spends.map(async ({ through, cost }) => {
      const key = line.keys[through % line.keys.length]
      if (key === undefined) throw new Error("There is a key in every line.")
      const wasOver = isOver(key)
      return { key, wasOver, cost, answer: await server.ok("keys.verifyKey", { key: key.key, credits: { cost } }) }
    })
    const [answered] = await Promise.all([Promise.all(asked), ending?.()])
    for (const { key, wasOver, cost, answer } of answered) {
      const { code, credits }: { code: keyof typeof seen; credits: number | undefined } = answer
      seen[code] += 1
      if (key.isDeleted) expect(code).toBe("NOT_FOUND")
      else if (wasOver) expect(code).toBe("EXPIRED")
      // A reroll at the same time may have ended it before the spend.
      else expect(["VALID", "USAGE_EXCEEDED", ...(isOver(key) ? ["EXPIRED"] : [])]).toContain(code)
      if (key.isDeleted) continue
      if (before === null || !line.books) {
        expect({ credits, isShort: code === "USAGE_EXCEEDED" }).toEqual({ credits: undefined, isShort: false })
        continue
      }
      expect(credits).toBeWithin(0, before + 1)
      if (code === "USAGE_EXCEEDED") expect(credits).toBeLessThan(cost)
      if (code === "VALID") line.books = { ...line.books, spent: line.books.spent + cost }
    }
  }

  /** Every key that is not deleted shows the same balance: what the books say is left. */
  async function expectBalanced({ books, keys }: Line): Promise<void> {
    const live = keys.filter(({ isDeleted }) => !isDeleted)
    const shown = await Promise.all(live.map(({ keyId }) => server.ok("keys.getKey", { keyId })))
    const left = books ? leftIn(books) : undefined
    expect(shown.map(({ credits }) => credits?.remaining)).toEqual(live.map(() => left))
  }

  /** Gives back the lines that it touched or made. */
  async function perform(one: Step, lines: readonly Line[]): Promise<readonly Line[]> {
    if (one.type === "create") return [await create(one.grant)]
    if (one.type === "wait") {
      clock.now += one.ms === "midnight" ? dayMs - (clock.now % dayMs) : one.ms
      for (const line of lines) {
        const refilled = line.books && refillBooks(line.books, clock.now)
        if (refilled !== line.books) seen.refills += 1
        line.books = refilled
      }
      return lines
    }
    const all = lines.flatMap((line) => line.keys)
    const expired = all.filter((key) => isOver(key) && !key.isDeleted)
    const keys = one.type === "revive" && expired.length > 0 ? expired : all
    const key = keys[one.target % keys.length]
    if (key === undefined) throw new Error("There is a key from the beginning on.")
    const { line } = key
    switch (one.type) {
      case "spend": {
        const { spends, reroll: overlap } = one
        let other = line
        const rerollMeanwhile = async (expiration: number) => {
          other = await reroll(key, expiration)
        }
        await spendTogether(line, spends, overlap === null ? undefined : () => rerollMeanwhile(overlap))
        return [line, other]
      }
      case "reroll":
        return [line, await reroll(key, one.expiration)]
      case "adjust": {
        const adjusted = adjustBooks(line.books, one.adjustment)
        if (adjusted === "refused" && !key.isDeleted) {
          const { status } = await server.call("keys.updateCredits", { keyId: key.keyId, ...one.adjustment })
          expect(status).toBe(400)
        } else if ((await change(key, "updateCredits", one.adjustment)) && adjusted !== "refused") {
          line.books = adjusted
        }
        return [line]
      }
      case "configure": {
        const { grant } = one
        const credits = grant && { remaining: grant.remaining, refill: grant.refill ?? null }
        if (!(await change(key, "updateKey", { credits }))) return [line]
        if (grant !== null) line.books = openBooks(grant.remaining, grant.refill, clock.now)
        else if (line.books !== undefined) line.books = null
        return [line]
      }
      case "revive": {
        const expires = one.lifeMs === null ? null : clock.now + one.lifeMs
        if (expired.includes(key)) seen.revivals += 1
        if (await change(key, "updateKey", { expires })) key.expires = expires
        return [line]
      }
      case "delete":
        if (await change(key, "deleteKey", { permanent: one.permanent })) key.isDeleted = true
        return [line]
    }
  }

  test("are one balance for each line of keys: what was granted is spent or left", async () => {
    const steps = fc.array(step, { minLength: 8, maxLength: 30, size: "max" })
    const property = fc.asyncProperty(grant, steps, async (first, steps) => {
      const lines = [await create(first)]
      for (const one of steps) {
        for (const line of new Set(await perform(one, lines))) {
          if (!lines.includes(line)) lines.push(line)
          await expectBalanced(line)
        }
      }
      for (const line of lines) {
        await spendTogether(
          line,
          line.keys.map((_, through) => ({ through, cost: through % 3 })),
        )
        await expectBalanced(line)
      }
    })
    await fc.assert(property, { numRuns: runs[engine], seed, examples: [everythingOnce] })
    // Otherwise the books would hold because little happened.
    expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([])
  })
})
