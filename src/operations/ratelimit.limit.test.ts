import { beforeAll, describe, expect, test } from "bun:test"
import { engines, type TestWorkspace } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

const unknownId = "rlns_1BzmjTFLHWXwiSK4y3H5iW"
const start = 1767225600000

describe.each([...engines])("ratelimit.limit on %s", (engine) => {
  const clock = { now: start }
  const keyward = serveKeyward({ engine, clock })
  let other: TestWorkspace

  beforeAll(async () => {
    other = await keyward.createWorkspace("Other")
  })

  const request = (namespace: string, settings: object = {}) => ({
    namespace,
    identifier: "user_1",
    limit: 10,
    duration: 60_000,
    ...settings,
  })
  const limit = (body: unknown, options = {}) => keyward.call("ratelimit.limit", body, options)
  const take = (namespace: string, settings: object = {}) => keyward.ok("ratelimit.limit", request(namespace, settings))
  const remaining = async (namespace: string, settings: object = {}) =>
    (await take(namespace, { ...settings, cost: 0 })).remaining
  const namespaces = async (search?: string): Promise<{ id: string; name: string; createdAt: number }[]> =>
    keyward.ok("ratelimit.listNamespaces", { search })
  const namespaceId = async (name: string) => {
    const found = (await namespaces(name)).find((each) => each.name === name)
    if (found === undefined) throw new Error(`There is no namespace ${name}.`)
    return found.id
  }
  const asOperator = () => ({ key: keyward.operatorKey })
  const newestEvent = async () => (await keyward.events({ limit: 1 }))[0]

  test("takes the cost, 1 if none is named, until nothing is left", async () => {
    clock.now = start + 1000
    expect(await take("basics", { limit: 3 })).toEqual({ success: true, limit: 3, remaining: 2, reset: start + 60_000 })
    expect(await take("basics", { limit: 3, cost: 2 })).toMatchObject({ success: true, remaining: 0 })
    expect(await take("basics", { limit: 3 })).toEqual({
      success: false,
      limit: 3,
      remaining: 0,
      reset: start + 60_000,
    })
    expect(await remaining("basics", { limit: 4 })).toBe(1)
  })

  test("gives the example of the contract", async () => {
    const settings = { limit: 1000, identifier: "example" }
    clock.now = start - 60_000
    await take("arithmetic", { ...settings, cost: 40 })
    clock.now = start
    await take("arithmetic", { ...settings, cost: 10 })
    clock.now = 1767225645000
    const denied = { success: false, limit: 25, remaining: 5, reset: 1767225660000 }
    expect(await take("arithmetic", { ...settings, limit: 25, cost: 6 })).toEqual(denied)
    const allowed = { success: true, limit: 25, remaining: 0, reset: 1767225660000 }
    expect(await take("arithmetic", { ...settings, limit: 25, cost: 5 })).toEqual(allowed)
  })

  test("looks without taking at cost 0, and denies a cost above the limit without taking", async () => {
    expect(await take("looks", { cost: 0 })).toMatchObject({ success: true, remaining: 10 })
    expect(await take("looks", { cost: 11 })).toMatchObject({ success: false, remaining: 10 })
    expect(await take("looks", { cost: 10 })).toMatchObject({ success: true, remaining: 0 })
    expect(await take("looks", { cost: 0 })).toMatchObject({ success: true, remaining: 0 })
  })

  test("counts by namespace, identifier and duration, and not by limit", async () => {
    await take("scopes", { cost: 4 })
    expect(await remaining("scopes", { limit: 5 })).toBe(1)
    expect(await remaining("scopes", { duration: 60_001 })).toBe(10)
    expect(await remaining("scopes", { identifier: "User_1" })).toBe(10)
    expect(await remaining("scopes", { identifier: "user_1 " })).toBe(10)
    expect(await remaining("Scopes")).toBe(10)
    const foreign = await limit(request("scopes", { cost: 0 }), { key: other.rootKey })
    expect(foreign.body.data.remaining).toBe(10)
  })

  test("lets no identifier reach another counter", async () => {
    await take("forged", { identifier: "a", cost: 3 })
    const id = await namespaceId("forged")
    const { workspaceId } = keyward
    await keyward.ok("workspaces.updateWorkspace", { workspaceId, limits: { requestsPerMinute: 1000 } }, asOperator())
    const texts = ["a/", "/a", `${id}/a`, `ratelimit/${workspaceId}/${id}/a`, `../${id}/a`, `requests/${workspaceId}`]
    for (const identifier of texts) expect(await remaining("forged", { identifier })).toBe(10)
    await take("forged", { identifier: `requests/${workspaceId}`, limit: 1_000_000, cost: 1_000_000 })
    expect((await limit(request("forged"))).status).toBe(200)
    await keyward.ok("workspaces.updateWorkspace", { workspaceId, limits: { requestsPerMinute: null } }, asOperator())
  })

  test("passes exactly as many parallel calls as the limit allows", async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => take("parallel", { limit: 20 })))
    const passed = replies.filter(({ success }) => success)
    expect(passed).toHaveLength(20)
    expect(passed.map((each) => each.remaining).sort((a, b) => a - b)).toEqual([...Array(20).keys()])
    const fewer = await Promise.all(Array.from({ length: 10 }, () => take("parallel", { identifier: "b", limit: 20 })))
    expect(fewer.every(({ success }) => success)).toBe(true)
  })

  test("creates a namespace on first use and records it once, and finds it by id and by name", async () => {
    const before = await namespaces()
    await take("fresh", { cost: 4 })
    const added = (await namespaces()).slice(before.length)
    expect(added).toEqual([{ id: expect.stringMatching(/^rlns_/), name: "fresh", createdAt: clock.now }])
    const id = added[0]?.id ?? ""
    expect(await keyward.events({ resourceId: id })).toEqual([
      expect.objectContaining({
        type: "ratelimit_namespace.created",
        actor: { type: "root_key", id: keyward.rootKeyId },
        resources: [{ type: "ratelimit_namespace", id }],
        changes: { before: null, after: added[0] },
      }),
    ])
    const newest = await newestEvent()
    expect([await remaining("fresh"), await remaining(id)]).toEqual([6, 6])
    expect(await newestEvent()).toEqual(newest)
  })

  test("creates one namespace where parallel calls use it for the first time", async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => take("raced", { limit: 5 })))
    expect(replies.filter(({ success }) => success)).toHaveLength(5)
    expect(await namespaces("raced")).toHaveLength(1)
    const created = await keyward.events({ resourceId: await namespaceId("raced") })
    expect(created.map(({ type }) => type)).toEqual(["ratelimit_namespace.created"])
  })

  test("creates a namespace also where the check is denied", async () => {
    expect(await take("denied", { cost: 11 })).toMatchObject({ success: false, remaining: 10 })
    expect(await namespaces("denied")).toHaveLength(1)
  })

  test("takes text that only resembles a namespace id as a name", async () => {
    const names = ["rlns_", "rlns_1", `${unknownId}x`, unknownId.toUpperCase(), "rlns_0BzmjTFLHWXwiSK4y3H5iW"]
    for (const name of names) {
      await take(name)
      expect(await namespaceId(name)).not.toBe(name)
    }
  })

  test("answers 410 for a deleted namespace, by id and by name, and does not bring it back", async () => {
    await take("doomed")
    const id = await namespaceId("doomed")
    await keyward.ok("ratelimit.deleteNamespace", { namespace: "doomed" })
    const newest = await newestEvent()
    for (const namespace of ["doomed", id]) {
      const reply = await limit(request(namespace))
      expect([reply.status, reply.body.error.type]).toEqual([410, expect.stringMatching(/ratelimit_namespace_gone$/)])
    }
    expect(await namespaces("doomed")).toEqual([])
    expect(await newestEvent()).toEqual(newest)
    expect((await limit(request("doomed"), { key: other.rootKey })).status).toBe(200)
  })

  describe("with overrides", () => {
    const set = (namespace: string, identifier: string, settings: object): Promise<{ overrideId: string }> =>
      keyward.ok("ratelimit.setOverride", { namespace, identifier, limit: 3, duration: 60_000, ...settings })

    test("applies limit and duration of the override and names it", async () => {
      clock.now = start + 1000
      await take("overridden")
      const { overrideId } = await set("overridden", "user_1", { limit: 3, duration: 3_600_000 })
      const reset = start + 3_600_000
      expect(await take("overridden")).toEqual({ success: true, limit: 3, remaining: 2, reset, overrideId })
      expect(await take("overridden", { identifier: "user_2" })).toEqual({
        success: true,
        limit: 10,
        remaining: 9,
        reset: start + 60_000,
      })
    })

    test("denies everything with limit 0, whatever the cost", async () => {
      await take("blocked", { cost: 0 })
      const { overrideId } = await set("blocked", "*", { limit: 0 })
      for (const cost of [0, 1, 10]) {
        const denied = { success: false, limit: 0, remaining: 0, overrideId }
        expect(await take("blocked", { cost })).toMatchObject(denied)
      }
      await keyward.ok("ratelimit.deleteOverride", { namespace: "blocked", identifier: "*" })
      expect(await take("blocked")).toEqual({ success: true, limit: 10, remaining: 9, reset: expect.any(Number) })
    })

    test("prefers the equal identifier, then the pattern with more characters, then the older one", async () => {
      await take("patterns", { cost: 0 })
      const overrides: Record<string, string> = {}
      for (const identifier of ["*", "u*****", "us*", "*r_", "user_1", "user_*", "*_1_*", "*_2_*", "a*b*c"]) {
        clock.now += 1
        overrides[identifier] = (await set("patterns", identifier, {})).overrideId
      }
      const applied = async (identifier: string) => {
        const { overrideId } = await take("patterns", { identifier, cost: 0 })
        return Object.keys(overrides).find((each) => overrides[each] === overrideId)
      }
      expect(await applied("user_1")).toBe("user_1")
      expect(await applied("user_12")).toBe("user_*")
      expect(await applied("user_*")).toBe("user_*")
      expect(await applied("usr_")).toBe("us*")
      expect(await applied("ur_")).toBe("*r_")
      expect(await applied("x_2__1_")).toBe("*_1_*")
      expect(await applied("abc")).toBe("a*b*c")
      expect(await applied("Abc")).toBe("*")
      expect(await applied("\n")).toBe("*")
    })

    test("applies a change to the very next call, without resetting the counter", async () => {
      await take("changing", { cost: 0 })
      await set("changing", "user_1", { limit: 5 })
      expect(await take("changing", { cost: 4 })).toMatchObject({ limit: 5, remaining: 1 })
      await set("changing", "user_1", { limit: 7 })
      expect(await take("changing", { cost: 0 })).toMatchObject({ limit: 7, remaining: 3 })
    })
  })

  describe("and permissions", () => {
    test.each([
      [["ratelimit.*.limit"], ["`ratelimit.*.create_namespace`"]],
      [["ratelimit.*.create_namespace", `ratelimit.${unknownId}.limit`], ["`ratelimit.*.limit`"]],
      [[`ratelimit.${unknownId}.limit`], ["`ratelimit.*.limit`", "`ratelimit.*.create_namespace`"]],
    ])("creates nothing for a key that holds %p only, and names what it lacks", async (held, missing) => {
      const key = await keyward.createRootKey(held)
      const newest = await newestEvent()
      const reply = await limit(request("unreachable"), { key })
      expect(reply.status).toBe(403)
      for (const permission of missing) expect(reply.body.error.detail).toContain(permission)
      expect(await namespaces("unreachable")).toEqual([])
      expect(await newestEvent()).toEqual(newest)
    })

    test("creates for a key that holds both", async () => {
      const key = await keyward.createRootKey(["ratelimit.*.limit", "ratelimit.*.create_namespace"])
      expect((await limit(request("reachable"), { key })).status).toBe(200)
      expect(await namespaces("reachable")).toHaveLength(1)
    })

    test("answers 410 to a key that was granted the deleted namespace, and 403 to one that was not", async () => {
      await take("withdrawn")
      const id = await namespaceId("withdrawn")
      const granted = await keyward.createRootKey([`ratelimit.${id}.limit`])
      const stranger = await keyward.createRootKey([`ratelimit.${unknownId}.limit`])
      await keyward.ok("ratelimit.deleteNamespace", { namespace: id })
      expect((await limit(request("withdrawn"), { key: granted })).status).toBe(410)
      const refused = await limit(request("withdrawn"), { key: stranger })
      expect([refused.status, refused.body.error.detail]).toEqual([
        403,
        expect.stringContaining(`\`ratelimit.${id}.limit\``),
      ])
    })
  })

  test.each([
    ["nothing", {}, ["namespace", "identifier", "limit", "duration"]],
    ["an empty namespace", request(""), ["namespace"]],
    ["a namespace too long", request("n".repeat(513)), ["namespace"]],
    ["an empty identifier", request("n", { identifier: "" }), ["identifier"]],
    ["an identifier too long", request("n", { identifier: "i".repeat(513) }), ["identifier"]],
    ["an identifier with U+0000", request("n", { identifier: "a\u0000" }), ["identifier"]],
    ["limit 0", request("n", { limit: 0 }), ["limit"]],
    ["a limit too high", request("n", { limit: 1_000_000_001 }), ["limit"]],
    ["a limit with a fraction", request("n", { limit: 1.5 }), ["limit"]],
    ["duration 999", request("n", { duration: 999 }), ["duration"]],
    ["a duration over a year", request("n", { duration: 31_536_000_001 }), ["duration"]],
    ["a negative cost", request("n", { cost: -1 }), ["cost"]],
    ["a cost too high", request("n", { cost: 1_000_000_001 }), ["cost"]],
    ["null as cost", request("n", { cost: null }), ["cost"]],
    ["an unknown member and two more", request("n", { limit: "1", cost: "1", more: 1 }), ["limit", "cost", "more"]],
  ])("refuses %s", async (_case, body, members) => {
    const newest = await newestEvent()
    const reply = await limit(body)
    expect([reply.status, reply.body.error.type]).toEqual([400, expect.stringMatching(/invalid_input$/)])
    const locations = reply.body.error.errors.map(({ location }: { location: string }) => location)
    expect(locations.sort()).toEqual(members.map((member) => `body.${member}`).sort())
    expect(await newestEvent()).toEqual(newest)
  })

  test("accepts every bound", async () => {
    const longest = { namespace: "ñ".repeat(512), identifier: "🔑".repeat(256) }
    const most = { limit: 1_000_000_000, duration: 31_536_000_000, cost: 1_000_000_000 }
    expect(await keyward.ok("ratelimit.limit", { ...longest, ...most })).toMatchObject({ success: true, remaining: 0 })
    const least = { namespace: "n", identifier: "*", limit: 1, duration: 1000, cost: 0 }
    expect(await keyward.ok("ratelimit.limit", least)).toMatchObject({ success: true, remaining: 1 })
  })
})
