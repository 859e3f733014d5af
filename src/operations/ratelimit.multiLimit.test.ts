import { beforeAll, describe, expect, test } from "bun:test"
import { queryDatabase } from "../../test/database.ts"
import { engines, type TestWorkspace } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

const unknownId = "rlns_1BzmjTFLHWXwiSK4y3H5iW"
const start = 1767225600000

describe.each([...engines])("ratelimit.multiLimit on %s", (engine) => {
  const keyward = serveKeyward({ engine, clock: { now: start } })
  let other: TestWorkspace

  beforeAll(async () => {
    other = await keyward.createWorkspace("Other")
  })

  const check = (namespace: string, settings: object = {}) => ({
    namespace,
    identifier: "user_1",
    limit: 10,
    duration: 60_000,
    ...settings,
  })
  const multiLimit = (body: unknown, options = {}) => keyward.call("ratelimit.multiLimit", body, options)
  const take = (...checks: object[]) => keyward.ok("ratelimit.multiLimit", checks)
  const create = (...names: string[]) => take(...names.map((name) => check(name, { cost: 0 })))
  const remaining = async (namespace: string, settings: object = {}) =>
    (await keyward.ok("ratelimit.limit", check(namespace, { ...settings, cost: 0 }))).remaining
  const namesLike = async (search: string) =>
    (await keyward.ok("ratelimit.listNamespaces", { search })).map(({ name }: { name: string }) => name)
  const namespaceId = async (name: string) => (await keyward.ok("ratelimit.listNamespaces", { search: name }))[0].id
  const newestEvent = async () => (await keyward.events({ limit: 1 }))[0]

  test("takes every check and answers in request order", async () => {
    const answer = await take(check("one", { cost: 3 }), check("two", { identifier: "user_2", limit: 5 }))
    const reset = start + 60_000
    expect(answer).toEqual({
      passed: true,
      limits: [
        { namespace: "one", identifier: "user_1", passed: true, limit: 10, remaining: 7, reset },
        { namespace: "two", identifier: "user_2", passed: true, limit: 5, remaining: 4, reset },
      ],
    })
    expect([await remaining("one"), await remaining("two", { identifier: "user_2" })]).toEqual([7, 9])
  })

  test("moves no counter if one check fails, and shows each outcome alone", async () => {
    await take(check("full", { cost: 10 }), check("open", { cost: 2 }))
    const { passed, limits } = await take(check("open"), check("full"), check("open", { cost: 9 }))
    expect(passed).toBe(false)
    expect(limits.map((each: { passed: boolean }) => each.passed)).toEqual([true, false, false])
    expect(limits.map((each: { remaining: number }) => each.remaining)).toEqual([8, 0, 8])
    expect([await remaining("open"), await remaining("full")]).toEqual([8, 0])
  })

  test("adds up checks on the same counter in request order, by whatever name they reach it", async () => {
    await create("same")
    const id = await namespaceId("same")
    const over = await take(check("same", { cost: 6 }), check(id, { cost: 5 }), check("same", { cost: 4 }))
    expect(over.limits.map((each: { passed: boolean }) => each.passed)).toEqual([true, false, true])
    expect(await remaining("same")).toBe(10)
    const exact = await take(check("same", { cost: 6 }), check(id, { cost: 4, limit: 11 }), check(id, { cost: 0 }))
    expect(exact.limits.map((each: { remaining: number }) => each.remaining)).toEqual([4, 1, 0])
    expect(exact.limits.map((each: { namespace: string }) => each.namespace)).toEqual(["same", id, id])
    expect(await remaining("same")).toBe(0)
  })

  test("applies to each check the override that fits its identifier", async () => {
    await create("gold", "silver")
    const set = (identifier: string, limit: number) =>
      keyward.ok("ratelimit.setOverride", { namespace: "gold", identifier, limit, duration: 60_000 })
    const [pattern, exact] = [await set("user_*", 20), await set("user_2", 30)]
    const { limits } = await take(
      check("gold"),
      check("gold", { identifier: "user_2" }),
      check("gold", { identifier: "x" }),
      check("silver"),
    )
    expect(limits).toMatchObject([
      { limit: 20, remaining: 19, overrideId: pattern.overrideId },
      { limit: 30, remaining: 29, overrideId: exact.overrideId },
      { limit: 10, remaining: 9 },
      { limit: 10, remaining: 9 },
    ])
    expect([limits[2].overrideId, limits[3].overrideId]).toEqual([undefined, undefined])
  })

  test("lets a check without cost fail the call where an override denies", async () => {
    await create("denying", "innocent")
    await keyward.ok("ratelimit.setOverride", { namespace: "denying", identifier: "*", limit: 0, duration: 60_000 })
    expect((await take(check("innocent", { cost: 3 }), check("denying", { cost: 0 }))).passed).toBe(false)
    expect(await remaining("innocent")).toBe(10)
  })

  test("creates every new namespace once and records each", async () => {
    await create("known")
    const checks = [check("new_a"), check("known"), check("new_b"), check("new_a")]
    expect((await take(...checks)).passed).toBe(true)
    expect(await namesLike("new_")).toEqual(["new_a", "new_b"])
    const created = await keyward.events({ type: "ratelimit_namespace.created", limit: 2 })
    expect(created.map(({ changes }) => changes.after?.name).sort()).toEqual(["new_a", "new_b"])
    expect([await remaining("new_a"), await remaining("new_b"), await remaining("known")]).toEqual([8, 9, 9])
  })

  test("creates no namespace if one check fails", async () => {
    await create("bystander")
    const newest = await newestEvent()
    const { passed, limits } = await take(check("never_a"), check("bystander"), check("never_b", { cost: 11 }))
    expect([passed, limits.length]).toEqual([false, 3])
    expect(await namesLike("never_")).toEqual([])
    expect(await newestEvent()).toEqual(newest)
    expect(await remaining("bystander")).toBe(10)
  })

  test("passes exactly as many parallel calls as the tightest limit allows, on namespaces that all create", async () => {
    const pair = [check("raced_a", { limit: 7 }), check("raced_b", { limit: 50 })]
    const calls = Array.from({ length: 16 }, (_, index) => take(...(index % 2 === 0 ? pair : pair.toReversed())))
    expect((await Promise.all(calls)).filter(({ passed }) => passed)).toHaveLength(7)
    expect(await namesLike("raced_")).toHaveLength(2)
    expect(await remaining("raced_b", { limit: 50 })).toBe(43)
  })

  test.each([
    ["an unknown namespace id", 404, async () => unknownId],
    [
      "a namespace id of another workspace",
      404,
      async () => {
        await keyward.ok("ratelimit.limit", check("foreign"), { key: other.rootKey })
        return (await keyward.ok("ratelimit.listNamespaces", {}, { key: other.rootKey }))[0].id
      },
    ],
    [
      "a deleted namespace",
      410,
      async () => {
        await create("removed")
        await keyward.ok("ratelimit.deleteNamespace", { namespace: "removed" })
        return "removed"
      },
    ],
  ])("takes and creates nothing if it meets %s", async (_case, status, prepare) => {
    await create("intact")
    const before = await remaining("intact")
    const namespace = await prepare()
    const newest = await newestEvent()
    const reply = await multiLimit([check("intact"), check("unborn"), check(namespace)])
    expect(reply.status).toBe(status)
    expect(await remaining("intact")).toBe(before)
    expect(await namesLike("unborn")).toEqual([])
    expect(await newestEvent()).toEqual(newest)
  })

  test("charges nothing where a new namespace cannot be stored", async () => {
    await create("charged")
    const newest = await newestEvent()
    const condition = "where name like 'doomed_%'"
    await queryDatabase(keyward, `create unique index one_doomed on ratelimit_namespaces (workspace_id) ${condition}`)
    const reply = await multiLimit([check("charged", { cost: 3 }), check("doomed_a"), check("doomed_b")])
    await queryDatabase(keyward, "drop index one_doomed")
    expect(reply.status).toBe(500)
    expect(await remaining("charged")).toBe(10)
    expect(await namesLike("doomed_")).toEqual([])
    expect(await newestEvent()).toEqual(newest)
  })

  test("needs a grant for each namespace, and names every one that is missing", async () => {
    await create("granted", "withheld_a", "withheld_b")
    const [granted, first, second] = [
      await namespaceId("granted"),
      await namespaceId("withheld_a"),
      await namespaceId("withheld_b"),
    ]
    const key = await keyward.createRootKey([`ratelimit.${granted}.limit`])
    expect((await multiLimit([check("granted"), check(granted)], { key })).status).toBe(200)
    const checks = ["granted", "withheld_a", second, "unborn"].map((namespace) => check(namespace))
    const { status, body } = await multiLimit(checks, { key })
    expect(status).toBe(403)
    const missing = [first, second].map((id) => `\`ratelimit.${id}.limit\``)
    for (const permission of [...missing, "`ratelimit.*.limit`", "`ratelimit.*.create_namespace`"]) {
      expect(body.error.detail).toContain(permission)
    }
    expect(await remaining("granted")).toBe(8)
    expect(await namesLike("unborn")).toEqual([])
  })

  test.each([
    ["no body", undefined, ["body"]],
    ["an object", { ...check("n") }, ["body"]],
    ["no check", [], ["body"]],
    ["over 100 checks", Array.from({ length: 101 }, () => check("n")), ["body"]],
    ["a check that is no object", [1], ["body[0]"]],
    ["limit 0", [check("n", { limit: 0 })], ["body[0].limit"]],
    ["duration 999", [check("n"), check("n", { duration: 999 })], ["body[1].duration"]],
    [
      "several violations",
      [check("n", { more: 1 }), check("", { cost: -1 })],
      ["body[0].more", "body[1].namespace", "body[1].cost"],
    ],
  ])("refuses %s, and says where", async (_case, body, locations) => {
    const reply = await multiLimit(body)
    expect([reply.status, reply.body.error.type]).toEqual([400, expect.stringMatching(/invalid_input$/)])
    expect(reply.body.error.errors.map(({ location }: { location: string }) => location)).toEqual(locations)
  })

  test("takes 100 checks at once", async () => {
    const checks = Array.from({ length: 100 }, (_, index) => check(`many_${index % 30}`, { identifier: `i${index}` }))
    const { passed, limits } = await take(...checks)
    expect([passed, limits.length]).toEqual([true, 100])
    expect(await namesLike("many_")).toHaveLength(30)
  })
})
