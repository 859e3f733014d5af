import { describe, expect, test } from "bun:test"
import { eventsDuring } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { check, serveLimits } from "../../test/harness/serve-limits.ts"
import { expectRefused } from "../../test/requests/refusals.ts"
import { queryDatabase } from "../../test/storage/database.ts"

describe.each([...engines])("namespaces of ratelimit.multiLimit on %s", (engine) => {
  const { keyward, namespaceId, namespaces, remaining } = serveLimits(engine)
  const take = (...checks: object[]) => keyward.ok("ratelimit.multiLimit", checks)
  const create = (...names: string[]) => take(...names.map((name) => check(name, { cost: 0 })))
  const namesLike = async (search: string) => (await namespaces(search)).map(({ name }) => name)

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
    const events = await eventsDuring(keyward, async () => {
      const { passed, limits } = await take(check("never_a"), check("bystander"), check("never_b", { cost: 11 }))
      expect([passed, limits.length]).toEqual([false, 3])
    })
    expect(events).toEqual([])
    expect(await namesLike("never_")).toEqual([])
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
    ["an unknown namespace id", "404 data/ratelimit_namespace_not_found", "rlns_1BzmjTFLHWXwiSK4y3H5iW"],
    ["a deleted namespace", "410 data/ratelimit_namespace_gone", "removed"],
  ])("takes and creates nothing if it meets %s", async (_case, outcome, namespace) => {
    await create("intact")
    if (namespace === "removed") {
      await create(namespace)
      await keyward.ok("ratelimit.deleteNamespace", { namespace })
    }
    const checks = [check("intact"), check("unborn"), check(namespace)]
    await expectRefused(keyward, ["ratelimit.multiLimit", checks], outcome)
    expect(await remaining("intact")).toBe(10)
    expect(await namesLike("unborn")).toEqual([])
  })

  test("charges nothing where a new namespace cannot be stored", async () => {
    await create("charged")
    const condition = "where name like 'doomed_%'"
    await queryDatabase(keyward, `create unique index one_doomed on ratelimit_namespaces (workspace_id) ${condition}`)
    const checks = [check("charged", { cost: 3 }), check("doomed_a"), check("doomed_b")]
    await expectRefused(keyward, ["ratelimit.multiLimit", checks], "500 application/unexpected_error")
    await queryDatabase(keyward, "drop index one_doomed")
    expect(await remaining("charged")).toBe(10)
    expect(await namesLike("doomed_")).toEqual([])
  })

  test("needs a grant for each namespace, and names every one that is missing", async () => {
    await create("granted", "withheld_a", "withheld_b")
    const granted = await namespaceId("granted")
    const [first, second] = [await namespaceId("withheld_a"), await namespaceId("withheld_b")]
    const key = await keyward.createRootKey([`ratelimit.${granted}.limit`])
    await keyward.ok("ratelimit.multiLimit", [check("granted"), check(granted)], { key })
    const checks = ["granted", "withheld_a", second, "unborn"].map((namespace) => check(namespace))
    const call = ["ratelimit.multiLimit", checks, { key }] as const
    const detail = await expectRefused(keyward, [...call], "403 authorization/insufficient_permissions")
    const missing = [first, second].map((id) => `\`ratelimit.${id}.limit\``)
    for (const permission of [...missing, "`ratelimit.*.limit`", "`ratelimit.*.create_namespace`"]) {
      expect(detail).toContain(permission)
    }
    expect(await remaining("granted")).toBe(8)
    expect(await namesLike("unborn")).toEqual([])
  })
})
