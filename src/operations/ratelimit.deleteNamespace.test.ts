import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("ratelimit.deleteNamespace on %s", (engine) => {
  const keyward = serveKeyward({ engine })

  const check = (namespace: string) => ({ namespace, identifier: "user_1", limit: 10, duration: 60_000 })
  const create = async (name: string): Promise<{ id: string; name: string; createdAt: number }> => {
    await keyward.ok("ratelimit.limit", check(name))
    return (await keyward.ok("ratelimit.listNamespaces", { search: name }))[0]
  }
  const remove = (namespace: string, options = {}) => keyward.call("ratelimit.deleteNamespace", { namespace }, options)
  const newestEvent = async () => (await keyward.events({ limit: 1 }))[0]

  test("deletes a namespace by name or id, and records that alone", async () => {
    for (const member of ["id", "name"] as const) {
      const namespace = await create(`deleted_by_${member}`)
      await keyward.ok("ratelimit.setOverride", { ...check(namespace.id), limit: 5 })
      expect((await remove(namespace[member])).body.data).toEqual({})
      const events = await keyward.events({ resourceId: namespace.id })
      expect(events.map(({ type }) => type)).toEqual([
        "ratelimit_namespace.deleted",
        "ratelimit_override.created",
        "ratelimit_namespace.created",
      ])
      expect(events[0]).toMatchObject({
        resources: [{ type: "ratelimit_namespace", id: namespace.id }],
        changes: { before: namespace, after: null },
      })
      expect(await keyward.ok("ratelimit.listNamespaces", { search: namespace.name })).toEqual([])
    }
  })

  test("leaves the name taken: limits answer 410 and everything else 404, by name and by id", async () => {
    const { id, name } = await create("taken")
    await keyward.ok("ratelimit.setOverride", { ...check(name), limit: 5 })
    await remove(name)
    const newest = await newestEvent()
    for (const namespace of [name, id]) {
      const override = { namespace, identifier: "user_1" }
      const statuses = [
        await keyward.call("ratelimit.limit", check(namespace)),
        await keyward.call("ratelimit.multiLimit", [check(namespace)]),
        await keyward.call("ratelimit.setOverride", { ...check(namespace), limit: 6 }),
        await keyward.call("ratelimit.getOverride", override),
        await keyward.call("ratelimit.listOverrides", { namespace }),
        await keyward.call("ratelimit.deleteOverride", override),
        await remove(namespace),
      ].map(({ status }) => status)
      expect(statuses).toEqual([410, 410, 404, 404, 404, 404, 404])
    }
    expect(await newestEvent()).toEqual(newest)
  })

  test("lets exactly one of parallel deletions succeed", async () => {
    const { id } = await create("raced")
    const replies = await Promise.all(Array.from({ length: 5 }, () => remove(id)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    const deleted = (await keyward.events({ resourceId: id })).filter(({ type }) => type.endsWith(".deleted"))
    expect(deleted).toHaveLength(1)
  })

  test("names the field of a missing or empty namespace and of an unknown field", async () => {
    for (const [body, location] of [
      [{}, "body.namespace"],
      [{ namespace: "" }, "body.namespace"],
      [{ namespace: "n", namespaceId: "n" }, "body.namespaceId"],
    ] as const) {
      const reply = await keyward.call("ratelimit.deleteNamespace", body)
      expect([reply.status, reply.body.error.errors[0].location]).toEqual([400, location])
    }
  })
})
