import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { engines, startKeyward, type TestServer } from "../../test/harness.ts"

const unknownId = "rlns_1BzmjTFLHWXwiSK4y3H5iW"

describe.each([...engines])("ratelimit.setOverride on %s", (engine) => {
  let keyward: TestServer
  let namespaceId: string

  beforeAll(async () => {
    keyward = await startKeyward({ engine })
    await keyward.ok("ratelimit.limit", check("emails"))
    namespaceId = (await keyward.ok("ratelimit.listNamespaces", {}))[0].id
  })
  afterAll(() => keyward.stop())

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

  test("answers 404 for a namespace that does not exist, is deleted or belongs to another workspace", async () => {
    const other = await keyward.createWorkspace("Other")
    await keyward.ok("ratelimit.limit", check("foreign"), { key: other.rootKey })
    const [foreign] = await keyward.ok("ratelimit.listNamespaces", {}, { key: other.rootKey })
    await keyward.ok("ratelimit.limit", check("deleted"))
    await keyward.ok("ratelimit.deleteNamespace", { namespace: "deleted" })
    const newest = await newestEvent()
    for (const namespace of ["unknown", "EMAILS", unknownId, "deleted", "foreign", foreign.id]) {
      const reply = await set(wanted({ namespace }))
      expect([reply.status, reply.body.error.type]).toEqual([
        404,
        expect.stringMatching(/ratelimit_namespace_not_found$/),
      ])
    }
    expect(await newestEvent()).toEqual(newest)
  })

  test("needs the grant for the namespace", async () => {
    const key = await keyward.createRootKey([`ratelimit.${unknownId}.set_override`, "ratelimit.*.read_override"])
    const refused = await set(wanted({ identifier: "forbidden" }), { key })
    expect(refused.status).toBe(403)
    expect(refused.body.error.detail).toContain(`\`ratelimit.${namespaceId}.set_override\``)
    const reply = await keyward.call("ratelimit.getOverride", { namespace: "emails", identifier: "forbidden" })
    expect(reply.status).toBe(404)
    const granted = await keyward.createRootKey([`ratelimit.${namespaceId}.set_override`])
    expect((await set(wanted({ identifier: "allowed" }), { key: granted })).status).toBe(200)
  })

  test.each([
    ["nothing", {}, ["namespace", "identifier", "limit", "duration"]],
    ["an empty identifier", wanted({ identifier: "" }), ["identifier"]],
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
