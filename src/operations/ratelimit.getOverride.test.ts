import { beforeAll, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("ratelimit.getOverride on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let namespaceId: string
  const ids = new Map<string, string>()

  beforeAll(async () => {
    await keyward.ok("ratelimit.limit", { namespace: "emails", identifier: "x", limit: 10, duration: 60_000 })
    namespaceId = (await keyward.ok("ratelimit.listNamespaces", {}))[0].id
    for (const identifier of ["user_*", "user_1", "*_9", "user_1*", "gone"]) {
      const body = { namespace: "emails", identifier, limit: 5, duration: 60_000 }
      ids.set(identifier, (await keyward.ok("ratelimit.setOverride", body)).overrideId)
    }
    await keyward.ok("ratelimit.deleteOverride", { namespace: "emails", identifier: "gone" })
  })

  const get = (identifier: string, namespace = "emails", options = {}) =>
    keyward.call("ratelimit.getOverride", { namespace, identifier }, options)

  test("shows the override that ratelimit.limit would apply, with the stored pattern", async () => {
    for (const [identifier, pattern] of [
      ["user_1", "user_1"],
      ["user_2", "user_*"],
      ["user_12", "user_1*"],
      ["user_*", "user_*"],
      ["a_9", "*_9"],
      ["user_9", "user_*"],
    ] as const) {
      const overrideId = ids.get(pattern)
      const { body } = await get(identifier)
      expect(body.data).toEqual({ overrideId, identifier: pattern, limit: 5, duration: 60_000 })
      expect((await get(identifier, namespaceId)).body.data).toEqual(body.data)
      const applied = await keyward.ok("ratelimit.limit", {
        namespace: "emails",
        identifier,
        limit: 10,
        duration: 1000,
      })
      expect(applied.overrideId).toBe(overrideId)
    }
  })

  test("answers 404 where none fits", async () => {
    for (const identifier of ["gone", "User_1", "nobody", "9"]) {
      const reply = await get(identifier)
      expect([reply.status, reply.body.error.type]).toEqual([
        404,
        expect.stringMatching(/ratelimit_override_not_found$/),
      ])
    }
  })

  test("names every field that is empty, too long or unknown", async () => {
    const reply = await keyward.call("ratelimit.getOverride", { namespace: "", identifier: "i".repeat(513), limit: 1 })
    expect(reply.status).toBe(400)
    expect(reply.body.error.errors.map(({ location }: { location: string }) => location)).toEqual([
      "body.namespace",
      "body.identifier",
      "body.limit",
    ])
  })
})
