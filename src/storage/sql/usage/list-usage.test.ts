import { describe, expect, test } from "bun:test"
import { engines } from "../../../../test/harness/harness.ts"
import { provideDatabase } from "../../../../test/storage/provide-database.ts"
import { type UsageSort, usageSorts } from "../../../contract/usage-lists.ts"
import { dayMs, hourMs } from "../../../core/durations.ts"
import { monthStartOf } from "../../../core/usage-period.ts"
import { mintId } from "../../conformance/new-objects.ts"
import { newTally } from "../../conformance/new-tally.ts"
import { noUsage, type UsageListQuery, type UsageListRow, type VerificationTally } from "../../port/usage.ts"

const now = Date.UTC(2026, 10, 18, 12, 30)
const range = { from: monthStartOf(now), to: now - (now % hourMs) + hourMs }
const previous = { from: monthStartOf(now, -1), to: monthStartOf(now, -1) + (range.to - range.from) }

type Order = Pick<UsageListQuery, "sort" | "isDescending">
const everyOrder: readonly Order[] = usageSorts.flatMap((sort) =>
  [true, false].map((isDescending) => ({ sort, isDescending })),
)
const dimensions = ["key", "identity", "api", "label"] as const

describe.each([...engines])("a list of usage on %s", (name) => {
  const { store } = provideDatabase(name)

  const ask = (workspaceId: string, more: Partial<UsageListQuery>) =>
    store.usage.list({
      ...{ workspaceId, range, previous, filter: { type: "verifications" }, dimension: "key", sort: "credits" },
      ...{ isDescending: true, after: undefined, limit: 7, now },
      ...more,
    })

  /** All pages. */
  async function read(workspaceId: string, more: Partial<UsageListQuery>) {
    const rows: UsageListRow[] = []
    for (;;) {
      const page = await ask(workspaceId, { ...more, after: rows.at(-1)?.place })
      if (page.rows.length === 0) return { rows, count: page.count }
      if (rows.length > 2 * keyCount) throw new Error("The pages have no end.")
      rows.push(...page.rows)
    }
  }

  test("has every group once, in order, with exact sums, before, during and after a roll-up", async () => {
    const added = tallies()
    const { workspaceId, apiId } = added[0] as VerificationTally
    const unknown = { workspaceId, hour: range.from, minute: 0, outcome: "NOT_FOUND", count: 31 } as const
    await store.usage.add({ ...noUsage, verifications: added, unattributed: [unknown] })
    const check = async (orders: readonly Order[]) => {
      for (const dimension of dimensions) {
        const expected = expectedAmounts(added, dimension)
        addTo(expected, "", { verifications: 31 })
        for (const order of orders) {
          const { rows, count } = await read(workspaceId, { dimension, ...order })
          expect({ dimension, order, count }).toEqual({ dimension, order, count: expected.size })
          expect(new Map(rows.map((row) => [nameIn(row, dimension), amountsIn(row)]))).toEqual(expected)
          expect(rows).toHaveLength(expected.size)
          const values = rows.map((row) => sortedBy(row, order.sort) * (order.isDescending ? -1 : 1))
          expect(values).toEqual(values.toSorted((one, other) => one - other))
        }
      }
      const { rows } = await read(workspaceId, { filter: { type: "verifications", apiId, codes: ["RATE_LIMITED"] } })
      const refused = added.filter((tally) => tally.code === "RATE_LIMITED" && tally.apiId === apiId)
      expect(sumOf(rows)).toBe(
        refused.filter(({ hour }) => hour >= range.from).reduce((sum, one) => sum + one.count, 0),
      )
      expect(rows.every(({ credits }) => credits === 0)).toBe(true)
    }
    await check(everyOrder.slice(0, 1))
    await store.usage.rollUp(now - 2 * hourMs)
    await check(everyOrder.slice(0, 1))
    while (await store.usage.rollUp(now));
    await check(everyOrder)
  })

  test("adds up to what the counts over time have, with nothing before if no time to compare with is named", async () => {
    const added = tallies()
    const { workspaceId } = added[0] as VerificationTally
    await store.usage.add({ ...noUsage, verifications: added })
    const whole = { ...range, times: [range.from], interval: "total", now, limit: 1, groupBy: [] } as const
    const { overall } = await store.usage.read({ ...whole, workspaceId, filter: { type: "verifications" } })
    for (const dimension of ["key", "identity", "api"] as const) {
      const { rows } = await read(workspaceId, { dimension, previous: undefined })
      expect(sumOf(rows)).toBe(overall.counts[0] ?? 0)
      expect(rows.reduce((sum, { credits }) => sum + credits, 0)).toBe(overall.creditCounts[0] ?? 0)
      expect(rows.every((row) => row.previous.verifications === 0)).toBe(true)
    }
  })

  test("is empty before the first call of a workspace", async () => {
    expect(await ask(mintId("ws"), {})).toEqual({ rows: [], count: 0 })
  })
})

const keyCount = 30

/** Keys of two APIs in both months, some of them in one only, some without a customer, with equal values among them. */
function tallies(): readonly VerificationTally[] {
  const workspaceId = mintId("ws")
  const apis = [mintId("api"), mintId("api")]
  const identities = Array.from({ length: 9 }, () => mintId("id"))
  const starts = [range.from, range.from + 16 * dayMs, range.to - hourMs, previous.from, previous.to - hourMs]
  return Array.from({ length: keyCount }, (_, rank) => rank).flatMap((rank) => {
    const key = {
      workspaceId,
      apiId: apis[rank % 2] ?? "",
      keyId: mintId("key"),
      identityId: identities[rank % 10] ?? null,
    }
    return starts.flatMap((hour, index) => {
      if ((rank + index) % 4 === 0) return []
      const tags = JSON.stringify(rank % 3 === 0 ? [] : [`tag ${rank % 5}`, "all"].toSorted())
      const valid = newTally({ ...key, hour, tags, count: (rank % 6) + index + 1, credits: (rank % 4) * (index + 1) })
      return index === 1 ? [valid, newTally({ ...key, hour, tags, code: "RATE_LIMITED", count: rank + 1 })] : [valid]
    })
  })
}

interface Amounts {
  readonly verifications: number
  readonly credits: number
  readonly previous: { readonly verifications: number; readonly credits: number }
}

function expectedAmounts(added: readonly VerificationTally[], dimension: (typeof dimensions)[number]) {
  const expected = new Map<string, Amounts>()
  for (const tally of added) {
    const tags: readonly string[] = JSON.parse(tally.tags)
    const names = {
      key: [tally.keyId],
      identity: [tally.identityId ?? ""],
      api: [tally.apiId],
      label: tags.length === 0 ? [""] : tags,
    }[dimension]
    const amounts = { verifications: tally.count, credits: tally.credits }
    for (const one of names) {
      addTo(expected, one, tally.hour >= range.from ? amounts : { previous: amounts })
    }
  }
  return expected
}

function addTo(expected: Map<string, Amounts>, name: string, more: Partial<Amounts>): void {
  const { verifications, credits, previous: before } = expected.get(name) ?? none
  expected.set(name, {
    verifications: verifications + (more.verifications ?? 0),
    credits: credits + (more.credits ?? 0),
    previous: {
      verifications: before.verifications + (more.previous?.verifications ?? 0),
      credits: before.credits + (more.previous?.credits ?? 0),
    },
  })
}

const none: Amounts = { verifications: 0, credits: 0, previous: { verifications: 0, credits: 0 } }

function amountsIn({ verifications, credits, previous: before }: UsageListRow): Amounts {
  return { verifications, credits, previous: before }
}

function nameIn({ keyId, identity, apiId, label }: UsageListRow, dimension: (typeof dimensions)[number]): string {
  return { key: keyId, identity: identity?.id, api: apiId, label }[dimension] ?? ""
}

function sortedBy({ verifications, credits, previous: before }: UsageListRow, sort: UsageSort): number {
  const values: Readonly<Record<UsageSort, number>> = {
    credits,
    verifications,
    creditsChange: credits - before.credits,
    verificationsChange: verifications - before.verifications,
  }
  return values[sort]
}

function sumOf(rows: readonly UsageListRow[]): number {
  return rows.reduce((sum, { verifications }) => sum + verifications, 0)
}
