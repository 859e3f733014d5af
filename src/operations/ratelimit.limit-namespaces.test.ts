import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { check, serveLimits } from "../../test/harness/serve-limits.ts"
import { expectRefused } from "../../test/requests/refusals.ts"

const unknownId = "rlns_1BzmjTFLHWXwiSK4y3H5iW"

describe.each([...engines])("namespaces of ratelimit.limit on %s", (engine) => {
  const { clock, keyward, namespaceId, namespaces, remaining, take } = serveLimits(engine)

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
    expect([await remaining("fresh"), await remaining(id)]).toEqual([6, 6])
    expect(await keyward.events({ type: "ratelimit_namespace.created" })).toHaveLength(before.length + 1)
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
    for (const namespace of ["doomed", id]) {
      await expectRefused(keyward, ["ratelimit.limit", check(namespace)], "410 data/ratelimit_namespace_gone")
    }
    expect(await namespaces("doomed")).toEqual([])
    const other = await keyward.createWorkspace("Other")
    await keyward.ok("ratelimit.limit", check("doomed"), { key: other.rootKey })
  })

  test("creates nothing for a key that lacks both permissions, and names both", async () => {
    const key = await keyward.createRootKey([`ratelimit.${unknownId}.limit`])
    const call = ["ratelimit.limit", check("unreachable"), { key }] as const
    const detail = await expectRefused(keyward, [...call], "403 authorization/insufficient_permissions")
    for (const missing of ["limit", "create_namespace"]) expect(detail).toContain(`\`ratelimit.*.${missing}\``)
    expect(await namespaces("unreachable")).toEqual([])
  })

  test("answers 410 to a key that was granted the deleted namespace, and 403 to one that was not", async () => {
    await take("withdrawn")
    const id = await namespaceId("withdrawn")
    const granted = await keyward.createRootKey([`ratelimit.${id}.limit`])
    const stranger = await keyward.createRootKey([`ratelimit.${unknownId}.limit`])
    await keyward.ok("ratelimit.deleteNamespace", { namespace: id })
    const limit = (key: string) => keyward.call("ratelimit.limit", check("withdrawn"), { key })
    expect((await limit(granted)).status).toBe(410)
    const refused = await limit(stranger)
    expect([refused.status, refused.body.error.detail]).toEqual([
      403,
      expect.stringContaining(`\`ratelimit.${id}.limit\``),
    ])
  })
})
