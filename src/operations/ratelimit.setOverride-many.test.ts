import { describe, expect, test } from "bun:test"
import { check, serveLimits } from "../../test/harness/serve-limits.ts"
import { expectRefused } from "../../test/requests/refusals.ts"
import { queryDatabase } from "../../test/storage/database.ts"

describe("many overrides of one namespace", () => {
  const { keyward, namespaceId, setOverride, take } = serveLimits("sqlite")

  /** Writes to the database, because no operation creates overrides above the maximum. */
  const store = async (namespace: string, count: number, identifier: string) => {
    await take(namespace, { cost: 0 })
    const id = await namespaceId(namespace)
    await queryDatabase(
      keyward,
      `insert into ratelimit_overrides (id, namespace_id, identifier, limit_count, duration, created_at, deleted_at)
       with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
       select 'rlor_${namespace}_' || n, '${id}', ${identifier}, 7, 60000, 0, null from numbers`,
    )
  }
  const expectTooMany = async (namespace: string, identifier: string, named: string) => {
    const call = ["ratelimit.setOverride", check(namespace, { identifier })] as const
    expect(await expectRefused(keyward, [...call], "412 application/precondition_failed")).toContain(named)
  }
  const set = async (namespace: string, identifier: string, settings = {}) =>
    (await setOverride(namespace, identifier, settings)).overrideId

  test("refuses the pattern after the 1,000th with 412, and changes and replaces what is there", async () => {
    const namespace = "patterns"
    await store(namespace, 1_000, "'old_' || n || '_*'")
    await expectTooMany(namespace, "one_more_*", "1000 patterns")
    expect(await set(namespace, "old_5_*", { limit: 8 })).toBe("rlor_patterns_5")
    await set(namespace, "exact")
    await keyward.ok("ratelimit.deleteOverride", { namespace, identifier: "old_6_*" })
    await set(namespace, "one_more_*")
    await expectTooMany(namespace, "old_6_*", "1000 patterns")
  })

  test("refuses the override after the 50,000th with 412", async () => {
    const namespace = "crowded"
    await store(namespace, 50_000, "'user_' || n")
    for (const identifier of ["another", "another_*"]) await expectTooMany(namespace, identifier, "50000 overrides")
    expect(await set(namespace, "user_49999", { limit: 8 })).toBe("rlor_crowded_49999")
  })

  test("applies patterns with more `*` than are accepted now, and replaces none of them", async () => {
    const namespace = "starry"
    await store(namespace, 1, "'a*b*c*d*e*f*g*h*i*j'")
    const limited = await take(namespace, { identifier: "abcdefghi_j" })
    expect(limited).toMatchObject({ limit: 7, overrideId: "rlor_starry_1" })
    const body = check(namespace, { identifier: "a*b*c*d*e*f*g*h*i*j" })
    const reply = await keyward.call("ratelimit.setOverride", body)
    const message = "must contain at most 8 `*`"
    expect([reply.status, reply.body.error.errors]).toEqual([400, [{ location: "body.identifier", message }]])
    await set(namespace, "a*b*c*d*e*f*g*h*i")
  })

  test("takes effect at once among more overrides than are kept in memory", async () => {
    const namespace = "many"
    await store(namespace, 3_000, "case when n <= 500 then 'group_' || n || '_*' else 'user_' || n end")
    const applied = async (identifier: string) => (await take(namespace, { identifier, cost: 0 })).limit
    expect(await applied("user_2999")).toBe(7)
    expect([await applied("user_9999"), await applied("group_7_x")]).toEqual([10, 7])
    await set(namespace, "user_9999", { limit: 1 })
    await set(namespace, "group_7_x*", { limit: 2 })
    await set(namespace, "user_2999", { limit: 3 })
    expect(await Promise.all(["user_9999", "group_7_x", "user_2999"].map(applied))).toEqual([1, 2, 3])
    const checks = ["user_9999", "group_7_x*", "group_7_xy", "user_2999"].map((identifier) =>
      check(namespace, { identifier }),
    )
    const { limits } = await keyward.ok("ratelimit.multiLimit", checks)
    expect(limits.map(({ limit }: { limit: number }) => limit)).toEqual([1, 2, 2, 3])
    const shown = await keyward.ok("ratelimit.getOverride", { namespace, identifier: "group_7_xy" })
    expect(shown).toMatchObject({ identifier: "group_7_x*", limit: 2 })
  })
})
