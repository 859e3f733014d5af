import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { check, serveLimits, start } from "../../test/harness/serve-limits.ts"
import { expectRefused } from "../../test/requests/refusals.ts"

describe.each([...engines])("ratelimit.deleteNamespace on %s", (engine) => {
  const { keyward, namespaceId, namespaces, setOverride, take } = serveLimits(engine)
  const create = async (name: string) => {
    await take(name)
    return { id: await namespaceId(name), name, createdAt: start }
  }
  const remove = (namespace: string) => keyward.call("ratelimit.deleteNamespace", { namespace })

  test("deletes a namespace by name or id, and records that alone", async () => {
    for (const member of ["id", "name"] as const) {
      const namespace = await create(`deleted_by_${member}`)
      await setOverride(namespace.id, "user_1")
      expect((await remove(namespace[member])).body.data).toEqual({})
      const events = await keyward.events({ resourceId: namespace.id })
      const types = ["namespace.deleted", "override.created", "namespace.created"].map((type) => `ratelimit_${type}`)
      expect(events.map(({ type }) => type)).toEqual(types)
      expect(events[0]).toMatchObject({
        resources: [{ type: "ratelimit_namespace", id: namespace.id }],
        changes: { before: namespace, after: null },
      })
      expect(await namespaces(namespace.name)).toEqual([])
    }
  })

  test("leaves the name taken: limits answer 410 and everything else 404, by name and by id", async () => {
    const { id, name } = await create("taken")
    await setOverride(name, "user_1")
    await remove(name)
    for (const namespace of [name, id]) {
      const override = { namespace, identifier: "user_1" }
      const gone = "410 data/ratelimit_namespace_gone"
      const unknown = "404 data/ratelimit_namespace_not_found"
      await expectRefused(keyward, ["ratelimit.limit", check(namespace)], gone)
      await expectRefused(keyward, ["ratelimit.multiLimit", [check(namespace)]], gone)
      await expectRefused(keyward, ["ratelimit.setOverride", check(namespace)], unknown)
      await expectRefused(keyward, ["ratelimit.getOverride", override], unknown)
      await expectRefused(keyward, ["ratelimit.listOverrides", { namespace }], unknown)
      await expectRefused(keyward, ["ratelimit.deleteOverride", override], unknown)
      await expectRefused(keyward, ["ratelimit.deleteNamespace", { namespace }], unknown)
    }
  })

  test("lets exactly one of parallel deletions succeed", async () => {
    const { id } = await create("raced")
    const replies = await Promise.all(Array.from({ length: 5 }, () => remove(id)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    const deleted = (await keyward.events({ resourceId: id })).filter(({ type }) => type.endsWith(".deleted"))
    expect(deleted).toHaveLength(1)
  })
})
