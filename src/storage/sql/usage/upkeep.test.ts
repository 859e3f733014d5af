import { describe, expect, test } from "bun:test"
import { engines } from "../../../../test/harness/harness.ts"
import { provideDatabase } from "../../../../test/storage/provide-database.ts"
import { dayMs, hourMs } from "../../../core/durations.ts"
import { monthStartOf } from "../../../core/usage-period.ts"
import { mintId } from "../../conformance/new-objects.ts"
import { newTally } from "../../conformance/new-tally.ts"
import { noUsage, type UsageQuery, type VerificationTally } from "../../port/usage.ts"
import type { usageTables } from "../schema/usage-tables.ts"
import { minuteRowsPerHour } from "./drop-minutes.ts"

const hour = Date.UTC(2026, 10, 15, 12)

describe.each([...engines])("upkeep of usage on %s", (name) => {
  const { engine, store } = provideDatabase(name)

  const add = (...tallies: readonly Partial<VerificationTally>[]) =>
    store.usage.add({ ...noUsage, verifications: tallies.map((tally) => newTally({ hour, ...tally })) })
  const all = async (step: () => Promise<boolean>) => {
    while (await step());
  }
  const read = async (workspaceId: string, changes: Partial<UsageQuery> = {}) => {
    const { overall, ...result } = await store.usage.read({
      workspaceId,
      times: [hour],
      interval: "total",
      from: hour - 40 * dayMs,
      to: hour + 2 * hourMs,
      filter: { type: "verifications" },
      groupBy: [],
      limit: 10,
      now: hour + hourMs,
      ...changes,
    })
    return { ...result, overall, total: overall.counts.reduce((sum, count) => sum + count, 0) }
  }
  const rowsOf = (table: keyof typeof usageTables) => engine.reader.selectFrom(table).selectAll().execute()
  const newWorkspace = () => ({ workspaceId: mintId("ws"), apiId: mintId("api") })

  test("counts stay the same while hours are rolled up, and while late counts arrive", async () => {
    const own = newWorkspace()
    const keyId = mintId("key")
    await add({ ...own, keyId, count: 3, tags: '["a"]' }, { ...own, keyId, count: 2, hour: hour - dayMs })
    const totals = async () => [
      (await read(own.workspaceId)).total,
      (await read(own.workspaceId, { groupBy: ["key"] })).total,
      (await read(own.workspaceId, { filter: { type: "verifications", tag: "a" } })).total,
    ]
    expect(await totals()).toEqual([5, 5, 3])
    await all(() => store.usage.rollUp(hour))
    expect(await totals()).toEqual([5, 5, 3])
    await all(() => store.usage.rollUp(hour + 3 * hourMs))
    expect(await totals()).toEqual([5, 5, 3])
    await add({ ...own, keyId, count: 4, tags: '["a"]' })
    expect(await totals()).toEqual([9, 9, 7])
    await Promise.all([1, 2, 3].map(() => all(() => store.usage.rollUp(hour + 3 * hourMs))))
    expect(await totals()).toEqual([9, 9, 7])
    expect(await rowsOf("usage_label_hours")).toEqual([])
    expect(await rowsOf("usage_label_places")).toEqual([])
    const pending = (await rowsOf("usage_hours")).filter((row) => row.pending === 1)
    expect(pending).toEqual([])
  })

  test("an hour that has not ended stays as it is", async () => {
    await add(newWorkspace())
    await all(() => store.usage.rollUp(hour + hourMs))
    expect((await rowsOf("usage_hours")).some((row) => row.pending === 1)).toBe(true)
    await all(() => store.usage.rollUp(hour + hourMs + 60_000))
    expect((await rowsOf("usage_hours")).some((row) => row.pending === 1)).toBe(false)
  })

  test("minutes go after 48 hours, hours after the given days, and days never", async () => {
    const own = newWorkspace()
    await add({ ...own, tags: '["a"]' }, { ...own, hour: hour + dayMs, tags: '["a"]' })
    const now = hour + 3 * dayMs + 60_000
    await all(() => store.usage.rollUp(now))
    await all(() => store.usage.deleteOld(now, 2))
    const isOld = ({ period }: { period: number }) => period < hour + dayMs
    expect((await rowsOf("usage_hours")).filter(isOld)).toEqual([])
    for (const table of ["usage_days", "usage_label_days"] as const) {
      const periods = (await rowsOf(table)).map(({ period }) => period)
      expect(Math.min(...periods)).toBe(Date.UTC(2026, 10, 16))
    }
    expect((await rowsOf("usage_months")).every(({ period }) => period === monthStartOf(hour))).toBe(true)
    expect((await read(own.workspaceId, { from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 10, 30) })).total).toBe(2)
  })

  test("minutes are kept for the first keys of a workspace only, and its totals keep theirs", async () => {
    const { workspaceId, apiId } = newWorkspace()
    const apis = [apiId, mintId("api"), mintId("api")]
    const keys = Array.from({ length: minuteRowsPerHour + 40 }, (_, index) => ({
      workspaceId,
      apiId: apis[Math.floor((index * 3) / (minuteRowsPerHour + 40))] ?? apiId,
      keyId: `key_${index}_${apiId}`,
    }))
    for (let start = 0; start < keys.length; start += 1_000) await add(...keys.slice(start, start + 1_000))
    await all(() => store.usage.rollUp(hour + 2 * hourMs))
    const minute = { interval: "minute", from: hour, to: hour + 60_000 } as const
    const byKey = (changes: Partial<UsageQuery>) => read(workspaceId, { ...minute, groupBy: ["key"], ...changes })
    const ofApi = (id: string | undefined) => ({ filter: { type: "verifications", apiId: id } }) as const
    expect(await read(workspaceId, minute)).toMatchObject({ total: keys.length, isCoarse: false })
    const counted = await byKey({})
    expect(counted.isCoarse).toBe(true)
    const shown = counted.groups.reduce((sum, { counts }) => sum + (counts[0] ?? 0), 0)
    expect(shown).toBe(keys.length)
    // The first API is below the bound, and the last one lost its minutes beyond it.
    expect((await byKey(ofApi(apis[0]))).isCoarse).toBe(false)
    expect((await byKey(ofApi(apis[2]))).isCoarse).toBe(true)
    const rows = engine.reader
      .selectFrom("usage_hours")
      .innerJoin("usage_names", "usage_names.number", "usage_hours.key_number")
      .where("usage_names.workspace_id", "=", workspaceId)
    expect((await rows.select("key_number").execute()).length).toBe(minuteRowsPerHour)
    expect((await read(workspaceId, { groupBy: ["key"] })).total).toBe(keys.length)
  })
})
