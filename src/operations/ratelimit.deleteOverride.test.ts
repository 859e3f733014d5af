import { beforeAll, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("ratelimit.deleteOverride on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let namespaceId: string

  beforeAll(async () => {
    await limit("user_1")
    namespaceId = (await keyward.ok("ratelimit.listNamespaces", {}))[0].id
  })

  const limit = (identifier: string) =>
    keyward.ok("ratelimit.limit", { namespace: "emails", identifier, limit: 10, duration: 60_000 })
  const set = async (identifier: string): Promise<string> =>
    (await keyward.ok("ratelimit.setOverride", { namespace: "emails", identifier, limit: 5, duration: 60_000 }))
      .overrideId
  const remove = (identifier: string, namespace = "emails", options = {}) =>
    keyward.call("ratelimit.deleteOverride", { namespace, identifier }, options)
  const newestEvent = async () => (await keyward.events({ limit: 1 }))[0]

  test("deletes the override from the very next call on, and records it", async () => {
    const overrideId = await set("deleted")
    expect((await limit("deleted")).overrideId).toBe(overrideId)
    expect((await remove("deleted")).body.data).toEqual({})
    const { overrideId: applied, ...rest } = await limit("deleted")
    expect([applied, rest.limit]).toEqual([undefined, 10])
    expect(await newestEvent()).toMatchObject({
      type: "ratelimit_override.deleted",
      resources: [
        { type: "ratelimit_override", id: overrideId },
        { type: "ratelimit_namespace", id: namespaceId },
      ],
      changes: { before: { overrideId, identifier: "deleted", limit: 5, duration: 60_000 }, after: null },
    })
  })

  test("deletes a pattern by its text, and nothing that the text merely matches", async () => {
    const [pattern, exact] = [await set("pattern_*"), await set("pattern_1")]
    expect((await remove("pattern_2")).status).toBe(404)
    expect((await limit("pattern_2")).overrideId).toBe(pattern)
    expect((await remove("pattern_*", namespaceId)).status).toBe(200)
    expect((await limit("pattern_1")).overrideId).toBe(exact)
    expect((await limit("pattern_2")).overrideId).toBeUndefined()
  })

  test("answers 404 the second time and for what never was, and records nothing", async () => {
    await set("twice")
    await remove("twice")
    const newest = await newestEvent()
    for (const identifier of ["twice", "never", "Twice", "*"]) {
      const reply = await remove(identifier)
      expect([reply.status, reply.body.error.type]).toEqual([
        404,
        expect.stringMatching(/ratelimit_override_not_found$/),
      ])
    }
    expect(await newestEvent()).toEqual(newest)
  })

  test("names every field that is missing, empty or unknown", async () => {
    const reply = await keyward.call("ratelimit.deleteOverride", { identifier: "", overrideId: "rlor_1" })
    expect(reply.status).toBe(400)
    expect(reply.body.error.errors.map(({ location }: { location: string }) => location)).toEqual([
      "body.namespace",
      "body.identifier",
      "body.overrideId",
    ])
  })
})
