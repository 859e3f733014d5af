import { describe, expect, test } from "bun:test"
import { engines } from "../../../../test/harness/harness.ts"
import { provideDatabase } from "../../../../test/storage/provide-database.ts"
import { dayMs, hourMs } from "../../../core/durations.ts"
import { mintId } from "../../conformance/new-objects.ts"
import { newTally } from "../../conformance/new-tally.ts"
import { noUsage, type UsageDimension, type VerificationTally } from "../../port/usage.ts"

const now = Date.UTC(2026, 10, 3, 12, 30)
const keyCount = 120
const limit = 3

/** How often the key of each rank is used on a day. */
const distributions: Readonly<Record<string, (rank: number, day: number) => number>> = {
  "a few large keys": (rank) => Math.floor(3_000 / (rank + 1)) + 1,
  "equal keys": () => 40,
  "keys that are large on one day only": (rank, day) => (rank % 12 === day ? 900 + rank : 5),
  "keys that grow from day to day": (rank, day) => 1 + rank * day,
}

describe.each([...engines])("the largest groups on %s", (name) => {
  const { engine, store } = provideDatabase(name)

  async function readTop(workspaceId: string, dimension: UsageDimension, { days, ...named }: Asked) {
    const from = now - (now % hourMs) - days * dayMs
    const query = { from, to: now - (now % hourMs) + hourMs, times: [from], interval: "total", now, limit } as const
    const filter = { type: "verifications", ...named } as const
    const { groups, overall } = await store.usage.read({ ...query, workspaceId, filter, groupBy: [dimension] })
    return { groups, total: overall.counts[0], from }
  }

  for (const [text, countOf] of Object.entries(distributions)) {
    test(`are exact with ${text}, before, during and after a roll-up`, async () => {
      const added = tallies(countOf)
      const { workspaceId } = added[0] as VerificationTally
      await store.usage.add({ ...noUsage, verifications: added })
      const check = async () => {
        for (const dimension of ["key", "identity"] as const) {
          for (const asked of askedRanges) {
            const { groups, total, from } = await readTop(workspaceId, dimension, asked)
            const expected = expectedCounts(added, { dimension, from, codes: asked.codes })
            const largest = [...expected.values()].toSorted((one, other) => other - one).slice(0, limit)
            const shown = groups.filter(({ isOther }) => !isOther)
            expect(shown.map(({ counts }) => counts[0] ?? 0)).toEqual(largest)
            for (const { keyId, identity, counts } of shown) {
              expect(expected.get((dimension === "key" ? keyId : identity?.id) ?? "")).toBe(counts[0] ?? 0)
            }
            expect(total).toBe([...expected.values()].reduce((sum, count) => sum + count, 0))
          }
        }
      }
      await check()
      await store.usage.rollUp(now - 2 * hourMs)
      await check()
      while (await store.usage.rollUp(now));
      await check()
    })
  }

  test("count unknown keys together with keys that have no customer", async () => {
    const own = { workspaceId: mintId("ws"), apiId: mintId("api"), hour: now - (now % hourMs) - dayMs }
    const owned = Array.from({ length: 40 }, (_, rank) =>
      newTally({ ...own, keyId: mintId("key"), identityId: mintId("id"), count: 1_000 - 10 * rank }),
    )
    const unowned = newTally({ ...own, keyId: mintId("key"), count: 50 })
    const unknown = { ...own, minute: 0, outcome: "NOT_FOUND", count: 960 } as const
    await store.usage.add({ ...noUsage, verifications: [...owned, unowned], unattributed: [unknown] })
    while (await store.usage.rollUp(now));
    const { groups } = await readTop(own.workspaceId, "identity", { days: 2 })
    expect(groups.map(({ counts }) => counts[0]).slice(0, limit)).toEqual([1_010, 1_000, 990])
    expect(groups[0]?.identity).toBeUndefined()
  })

  async function statementsOf(read: () => Promise<unknown>): Promise<readonly string[]> {
    const executor = engine.usageReader.getExecutor()
    const execute = executor.executeQuery.bind(executor)
    const statements: string[] = []
    executor.executeQuery = (query, ...rest) => {
      statements.push(query.sql)
      return execute(query, ...rest)
    }
    await read()
    executor.executeQuery = execute
    return statements
  }

  test.each(["key", "identity"] as const)("are not ranked if each %s is named", async (dimension) => {
    const added = tallies(() => 40)
    await store.usage.add({ ...noUsage, verifications: added })
    const { workspaceId } = added[0] as VerificationTally
    const ids = [...expectedCounts(added, { dimension, from: 0 }).keys()]
    const isRanked = async (named: readonly string[]) => {
      const filter = dimension === "key" ? { keyIds: named } : { identityIds: named }
      const statements = await statementsOf(() => readTop(workspaceId, dimension, { days: 20, ...filter }))
      return statements.some((text) => text.includes("order by count desc"))
    }
    expect(await isRanked(ids.slice(0, limit))).toBe(false)
    expect(await isRanked(ids.slice(0, limit + 1))).toBe(true)
  })

  test("are found without the rows of small keys", async () => {
    const added = tallies(distributions["a few large keys"] as (rank: number) => number)
    await store.usage.add({ ...noUsage, verifications: added })
    while (await store.usage.rollUp(now));
    const { workspaceId } = added[0] as VerificationTally
    const statements = await statementsOf(() => readTop(workspaceId, "key", { days: 20 }))
    const ofKeys = statements.filter((text) => text.includes("t.key_number <> 0"))
    expect(ofKeys.length).toBeGreaterThan(0)
    for (const text of ofKeys) {
      const [, list] = /t\.key_number in \(([^)]*)\)/.exec(text) ?? []
      expect(list?.split(", ").length).toBeLessThan(keyCount / 2)
    }
  })
})

interface Asked {
  readonly days: number
  readonly codes?: readonly string[] | undefined
  readonly keyIds?: readonly string[]
  readonly identityIds?: readonly string[]
}

/** Within a month, over its start, hours only, and by code. */
const askedRanges: readonly Asked[] = [{ days: 2 }, { days: 20 }, { days: 0 }, { days: 20, codes: ["RATE_LIMITED"] }]

function tallies(countOf: (rank: number, day: number) => number): readonly VerificationTally[] {
  const own = { workspaceId: mintId("ws"), apiId: mintId("api") }
  const identities = Array.from({ length: keyCount / 3 }, () => mintId("id"))
  return Array.from({ length: keyCount }, (_, rank) => rank).flatMap((rank) => {
    const key = { ...own, keyId: mintId("key"), identityId: identities[rank % identities.length] ?? null }
    return [0, 1, 5, 11].map((day) =>
      newTally({
        ...key,
        hour: now - (now % hourMs) - day * dayMs - (rank % 3) * hourMs,
        code: rank % 4 === 0 && day === 5 ? "RATE_LIMITED" : "VALID",
        tags: "[]",
        count: countOf(rank, day),
      }),
    )
  })
}

function expectedCounts(
  added: readonly VerificationTally[],
  { dimension, from, codes }: { readonly dimension: "key" | "identity"; readonly from: number } & Pick<Asked, "codes">,
): ReadonlyMap<string, number> {
  const expected = new Map<string, number>()
  for (const { hour, code, keyId, identityId, count } of added) {
    if (hour < from || (codes !== undefined && !codes.includes(code))) continue
    const id = dimension === "key" ? keyId : (identityId ?? "")
    expected.set(id, (expected.get(id) ?? 0) + count)
  }
  return expected
}
