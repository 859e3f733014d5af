import { beforeAll, describe, expect, test } from "bun:test"
import { queryDatabase } from "../../test/database.ts"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("ratelimit.setOverride on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let namespaceId: string

  beforeAll(async () => {
    await keyward.ok("ratelimit.limit", check("emails"))
    namespaceId = (await keyward.ok("ratelimit.listNamespaces", {}))[0].id
  })

  const check = (namespace: string, identifier = "user_1") => ({ namespace, identifier, limit: 10, duration: 60_000 })
  const wanted = (settings: object = {}) => ({ ...check("emails"), limit: 5, ...settings })
  const set = (body: unknown, options = {}) => keyward.call("ratelimit.setOverride", body, options)
  const setTo = async (settings: object): Promise<string> =>
    (await keyward.ok("ratelimit.setOverride", wanted(settings))).overrideId
  const get = (identifier: string) => keyward.ok("ratelimit.getOverride", { namespace: "emails", identifier })
  const eventsOf = (overrideId: string) => keyward.events({ resourceId: overrideId })
  const newestEvent = async () => (await keyward.events({ limit: 1 }))[0]

  test("creates an override and records it with its namespace", async () => {
    const identifier = "created"
    const overrideId = await setTo({ identifier })
    expect(overrideId).toMatch(/^rlor_[1-9A-HJ-NP-Za-km-z]{22}$/)
    const override = { overrideId, identifier, limit: 5, duration: 60_000 }
    expect(await get(identifier)).toEqual(override)
    expect(await eventsOf(overrideId)).toEqual([
      expect.objectContaining({
        type: "ratelimit_override.created",
        actor: { type: "root_key", id: keyward.rootKeyId },
        resources: [
          { type: "ratelimit_override", id: overrideId },
          { type: "ratelimit_namespace", id: namespaceId },
        ],
        changes: { before: null, after: override },
      }),
    ])
  })

  test("replaces under the same id and records what changed", async () => {
    const identifier = "replaced"
    const overrideId = await setTo({ identifier })
    expect(await setTo({ identifier, limit: 0, duration: 1000 })).toBe(overrideId)
    expect(await get(identifier)).toEqual({ overrideId, identifier, limit: 0, duration: 1000 })
    const [updated, created, ...more] = await eventsOf(overrideId)
    expect([created?.type, more]).toEqual(["ratelimit_override.created", []])
    expect(updated).toMatchObject({
      type: "ratelimit_override.updated",
      changes: { before: { limit: 5, duration: 60_000 }, after: { limit: 0, duration: 1000 } },
    })
  })

  test("takes names of 512 characters, however many bytes each of them has", async () => {
    const longest = "🔑".repeat(512)
    await keyward.ok("ratelimit.limit", check(longest, longest))
    const { overrideId } = await keyward.ok(
      "ratelimit.setOverride",
      wanted({ namespace: longest, identifier: longest }),
    )
    const applied = await keyward.ok("ratelimit.limit", check(longest, longest))
    expect(applied).toMatchObject({ overrideId, limit: 5 })
    for (const member of ["namespace", "identifier"]) {
      const reply = await set(wanted({ namespace: longest, identifier: longest, [member]: `${longest}🔑` }))
      expect([reply.status, reply.body.error.errors[0].location]).toEqual([400, `body.${member}`])
    }
  })

  test("records nothing where nothing changes", async () => {
    const overrideId = await setTo({ identifier: "same" })
    const newest = await newestEvent()
    expect(await setTo({ identifier: "same" })).toBe(overrideId)
    expect(await setTo({ identifier: "same", namespace: namespaceId })).toBe(overrideId)
    expect(await newestEvent()).toEqual(newest)
  })

  test("revives a deleted override under its old id, in force, and records a creation", async () => {
    const identifier = "revived"
    const overrideId = await setTo({ identifier })
    await keyward.ok("ratelimit.deleteOverride", { namespace: "emails", identifier })
    expect(await keyward.ok("ratelimit.limit", check("emails", identifier))).toMatchObject({ limit: 10 })
    expect(await setTo({ identifier, limit: 5 })).toBe(overrideId)
    expect(await keyward.ok("ratelimit.limit", check("emails", identifier))).toMatchObject({ limit: 5, overrideId })
    const events = await eventsOf(overrideId)
    expect(events.map(({ type }) => type)).toEqual([
      "ratelimit_override.created",
      "ratelimit_override.deleted",
      "ratelimit_override.created",
    ])
    expect(events[0]?.changes).toEqual({ before: null, after: { overrideId, identifier, limit: 5, duration: 60_000 } })
  })

  test("gives parallel calls for one identifier one override", async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => setTo({ identifier: "raced" })))
    expect(new Set(ids).size).toBe(1)
    expect(await eventsOf(ids[0] ?? "")).toHaveLength(1)
  })

  test("tells identifiers apart by every byte, and keeps those of other namespaces", async () => {
    await keyward.ok("ratelimit.limit", check("texts"))
    const identifiers = ["case", "Case", "case ", "cas\u00e9", "cas\u0065\u0301", "c*se", "%", "_"]
    const ids = await Promise.all(identifiers.map((identifier) => setTo({ identifier })))
    const others = await Promise.all(identifiers.map((identifier) => setTo({ identifier, namespace: "texts" })))
    expect(new Set([...ids, ...others]).size).toBe(2 * identifiers.length)
  })

  test("takes a stored pattern by its text, not by what it matches", async () => {
    const pattern = await setTo({ identifier: "pattern_*" })
    const matched = await setTo({ identifier: "pattern_1" })
    expect(matched).not.toBe(pattern)
    expect(await get("pattern_*")).toMatchObject({ overrideId: pattern })
  })

  test("returns the first answer for a repeated idempotency key, and records once", async () => {
    const options = { headers: { "Idempotency-Key": `set-${engine}` } }
    const first = await set(wanted({ identifier: "repeated" }), options)
    const second = await set(wanted({ identifier: "repeated" }), options)
    expect(second.headers.get("Idempotency-Replayed")).toBe("true")
    expect(second.body.data).toEqual(first.body.data)
    expect(await eventsOf(first.body.data.overrideId)).toHaveLength(1)
  })

  /** Writes to the database, because no operation creates overrides above the maximum. */
  const store = async (namespace: string, count: number, identifier: string) => {
    await keyward.ok("ratelimit.limit", { ...check(namespace), cost: 0 })
    const [{ id }] = await keyward.ok("ratelimit.listNamespaces", { search: namespace })
    await queryDatabase(
      keyward,
      `insert into ratelimit_overrides (id, namespace_id, identifier, limit_count, duration, created_at, deleted_at)
       with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
       select 'rlor_${namespace}_' || n, '${id}', ${identifier}, 7, 60000, 0, null from numbers`,
    )
  }
  const refusal = async (settings: object) => {
    const { status, body } = await set(wanted(settings))
    return [status, body.error?.type.split("/").at(-1), body.error?.detail]
  }

  test("refuses the pattern after the 1,000th with 412, and changes and replaces what is there", async () => {
    const namespace = "patterns"
    await store(namespace, 1_000, "'old_' || n || '_*'")
    const newest = await newestEvent()
    expect(await refusal({ namespace, identifier: "one_more_*" })).toEqual([
      412,
      "precondition_failed",
      expect.stringContaining("1000 patterns"),
    ])
    expect(await newestEvent()).toEqual(newest)
    expect(await setTo({ namespace, identifier: "old_5_*", limit: 8 })).toBe("rlor_patterns_5")
    await setTo({ namespace, identifier: "exact" })
    await keyward.ok("ratelimit.deleteOverride", { namespace, identifier: "old_6_*" })
    await setTo({ namespace, identifier: "one_more_*" })
    expect(await refusal({ namespace, identifier: "old_6_*" })).toContain("precondition_failed")
  })

  test("refuses the override after the 50,000th with 412", async () => {
    const namespace = "crowded"
    await store(namespace, 50_000, "'user_' || n")
    for (const identifier of ["another", "another_*"]) {
      expect(await refusal({ namespace, identifier })).toEqual([
        412,
        "precondition_failed",
        expect.stringContaining("50000 overrides"),
      ])
    }
    expect(await setTo({ namespace, identifier: "user_49999", limit: 8 })).toBe("rlor_crowded_49999")
  })

  test("applies patterns with more `*` than are accepted now, and replaces none of them", async () => {
    const namespace = "starry"
    await store(namespace, 1, "'a*b*c*d*e*f*g*h*i*j'")
    const limited = await keyward.ok("ratelimit.limit", check(namespace, "abcdefghi_j"))
    expect(limited).toMatchObject({ limit: 7, overrideId: "rlor_starry_1" })
    const reply = await set(wanted({ namespace, identifier: "a*b*c*d*e*f*g*h*i*j" }))
    expect([reply.status, reply.body.error.errors]).toEqual([
      400,
      [{ location: "body.identifier", message: "must contain at most 8 `*`" }],
    ])
    await setTo({ namespace, identifier: "a*b*c*d*e*f*g*h*i" })
  })

  test("takes effect at once among more overrides than are kept in memory", async () => {
    const namespace = "many"
    await store(namespace, 3_000, "case when n <= 500 then 'group_' || n || '_*' else 'user_' || n end")
    const applied = async (identifier: string) =>
      (await keyward.ok("ratelimit.limit", { ...check(namespace, identifier), cost: 0 })).limit
    expect(await applied("user_2999")).toBe(7)
    expect([await applied("user_9999"), await applied("group_7_x")]).toEqual([10, 7])
    await setTo({ namespace, identifier: "user_9999", limit: 1 })
    await setTo({ namespace, identifier: "group_7_x*", limit: 2 })
    await setTo({ namespace, identifier: "user_2999", limit: 3 })
    expect(await Promise.all(["user_9999", "group_7_x", "user_2999"].map(applied))).toEqual([1, 2, 3])
    const checks = ["user_9999", "group_7_x*", "group_7_xy", "user_2999"].map((one) => check(namespace, one))
    const { limits } = await keyward.ok("ratelimit.multiLimit", checks)
    expect(limits.map(({ limit }: { limit: number }) => limit)).toEqual([1, 2, 2, 3])
    const shown = await keyward.ok("ratelimit.getOverride", { namespace, identifier: "group_7_xy" })
    expect(shown).toMatchObject({ identifier: "group_7_x*", limit: 2 })
  })

  test.each([
    ["nothing", {}, ["namespace", "identifier", "limit", "duration"]],
    ["an empty identifier", wanted({ identifier: "" }), ["identifier"]],
    ["nine `*`", wanted({ identifier: "*".repeat(9) }), ["identifier"]],
    ["an identifier too long", wanted({ identifier: "i".repeat(513) }), ["identifier"]],
    ["a namespace too long", wanted({ namespace: "n".repeat(513) }), ["namespace"]],
    ["a negative limit", wanted({ limit: -1 }), ["limit"]],
    ["a limit too high", wanted({ limit: 1_000_000_001 }), ["limit"]],
    ["null as limit", wanted({ limit: null }), ["limit"]],
    ["duration 999", wanted({ duration: 999 }), ["duration"]],
    ["a duration over a year", wanted({ duration: 31_536_000_001 }), ["duration"]],
    ["an unknown member", wanted({ cost: 1 }), ["cost"]],
  ])("refuses %s", async (_case, body, members) => {
    const reply = await set(body)
    expect([reply.status, reply.body.error.type]).toEqual([400, expect.stringMatching(/invalid_input$/)])
    const locations = reply.body.error.errors.map(({ location }: { location: string }) => location)
    expect(locations).toEqual(members.map((member) => `body.${member}`))
  })
})
