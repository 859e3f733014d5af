import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { engines } from "../../../../test/harness/harness.ts"
import { provideDatabase, storeOn } from "../../../../test/storage/provide-database.ts"
import { mintId } from "../../conformance/new-objects.ts"
import { newTally } from "../../conformance/new-tally.ts"
import { noUsage, type VerificationTally } from "../../port/usage.ts"
import { openPostgres } from "../../postgres/engine.ts"
import { createUsageRecorder } from "../../usage/usage-recorder.ts"
import type { Engine } from "../engine.ts"

const hour = Date.UTC(2026, 10, 15, 12)
const hourMs = 3_600_000
const sets = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => JSON.stringify([`tag_${from + index}`]))

describe.each([...engines])("tallies by tag set on %s", (name) => {
  /** A second node on PostgreSQL; the embedded database has a single node. */
  let other: Engine | undefined
  afterAll(() => other?.close())
  const database = provideDatabase(name)
  beforeAll(() => {
    if (name === "postgres") other = openPostgres(database.location)
  })

  const storeAt = (index: number) => (other === undefined || index % 2 === 0 ? database.store : storeOn(other))
  const add = (keyId: string, tags: readonly string[], settings: Partial<VerificationTally> = {}, node = 0) =>
    storeAt(node).usage.add({
      ...noUsage,
      verifications: tags.map((each) => newTally({ keyId, hour, tags: each, ...settings })),
    })
  const stored = (keyId: string) =>
    database.engine.reader
      .selectFrom("usage_label_hours")
      .innerJoin("usage_names", "usage_names.number", "usage_label_hours.key_number")
      .select(["label as tags", "outcome as code", "count"])
      .where("usage_names.id", "=", keyId)
      .execute()
  type Stored = Awaited<ReturnType<typeof stored>>
  const total = (rows: Stored) => rows.reduce((sum, { count }) => sum + count, 0)
  const folded = (rows: Stored) => rows.filter(({ tags }) => tags === "folded")
  const apart = (rows: Stored) =>
    new Set(rows.map(({ tags }) => tags).filter((tags) => /^\[./.test(tags) && tags !== "[]"))

  test("keep 100 tag sets apart, over all outcomes and batches, and count the rest together", async () => {
    const keyId = mintId("key")
    await add(keyId, sets(0, 60))
    await add(keyId, sets(40, 80), { code: "EXPIRED" })
    expect(folded(await stored(keyId))).toEqual([])
    await add(keyId, sets(70, 130))
    await add(keyId, [...sets(125, 140), "[]", "folded"], { code: "DISABLED" })
    const rows = await stored(keyId)
    expect(apart(rows).size).toBe(100)
    expect(sets(0, 80).filter((tags) => !apart(rows).has(tags))).toEqual([])
    expect(total(rows)).toBe(60 + 40 + 60 + 16)
    expect(
      folded(rows)
        .map(({ code }) => code)
        .toSorted(),
    ).toEqual(["DISABLED", "VALID"])
    expect(rows.filter(({ tags }) => tags === "[]")).toEqual([])
  })

  test("still count a set of its own when there is no more room", async () => {
    const keyId = mintId("key")
    await add(keyId, sets(0, 200))
    const before = apart(await stored(keyId))
    await add(keyId, [...before], { code: "EXPIRED" })
    await add(keyId, [...before])
    const rows = await stored(keyId)
    expect(apart(rows)).toEqual(before)
    expect([total(folded(rows)), total(rows)]).toEqual([100, 400])
  })

  test("count once towards the bound when the key moves to another customer within the hour", async () => {
    const keyId = mintId("key")
    const [one, other] = [{ identityId: mintId("id") }, { identityId: mintId("id") }]
    await add(keyId, sets(0, 60), one)
    await add(keyId, sets(0, 60), other)
    await add(keyId, sets(60, 100), other)
    await add(keyId, sets(60, 100), one)
    const rows = await stored(keyId)
    expect(apart(rows).size).toBe(100)
    expect([folded(rows), rows.length]).toEqual([[], 200])
    await add(keyId, sets(0, 101), one)
    expect([total(folded(await stored(keyId))), total(await stored(keyId))]).toEqual([1, 301])
  })

  test("are bounded for each hour and each key separately", async () => {
    const [one, other] = [mintId("key"), mintId("key")]
    await add(one, sets(0, 90))
    await add(one, sets(90, 180), { hour: hour + hourMs })
    await add(other, sets(0, 90))
    for (const rows of [await stored(one), await stored(other)]) expect(folded(rows)).toEqual([])
    expect(apart(await stored(one)).size).toBe(180)
  })

  test("never pass the bound where nodes add to a key at the same time, and lose nothing", async () => {
    const keyId = mintId("key")
    const batches = Array.from({ length: 12 }, (_, index) => sets(index * 20, index * 20 + 30))
    await Promise.all(batches.map((tags, index) => add(keyId, index % 2 ? tags : tags.toReversed(), {}, index)))
    const rows = await stored(keyId)
    expect(apart(rows).size).toBe(100)
    expect(total(rows)).toBe(360)
  })

  test("of many unique tags through recorders that come and go are bounded and exact", async () => {
    const record = { keyId: mintId("key"), facts: { workspaceId: "ws_1", apiId: "api_1", identityId: null } }
    const failures: unknown[] = []
    for (const part of [0, 1, 2]) {
      const recorder = createUsageRecorder(storeAt(part), { onFailure: (error) => failures.push(error) })
      for (let number = 0; number < 1_500; number += 1) {
        const code = number % 3 === 0 ? "RATE_LIMITED" : "VALID"
        recorder.verified(record, {
          code,
          tags: [`${part}_${number}`],
          credits: 0,
          now: hour + number,
          isCounted: false,
        })
        if (number % 500 === 0) await recorder.flush()
      }
      await recorder.close()
    }
    expect(failures).toEqual([])
    const rows = await stored(record.keyId)
    expect(apart(rows).size).toBe(100)
    expect(total(rows)).toBe(4_500)
    expect(total(rows.filter(({ code }) => code === "RATE_LIMITED"))).toBe(1_500)
    expect(folded(rows)).toHaveLength(2)
  })
})
