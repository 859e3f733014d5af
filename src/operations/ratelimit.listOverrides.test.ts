import { beforeAll, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("ratelimit.listOverrides on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let namespaceId: string
  const identifiers = ["b", "a", "*", "c"]

  beforeAll(async () => {
    for (const namespace of ["emails", "empty", "others"]) {
      await keyward.ok("ratelimit.limit", { namespace, identifier: "x", limit: 10, duration: 60_000 })
    }
    namespaceId = (await keyward.ok("ratelimit.listNamespaces", {}))[0].id
    for (const identifier of [...identifiers, "gone"]) await set("emails", identifier)
    await set("others", "elsewhere")
    await keyward.ok("ratelimit.deleteOverride", { namespace: "emails", identifier: "gone" })
  })

  const set = (namespace: string, identifier: string) =>
    keyward.ok("ratelimit.setOverride", { namespace, identifier, limit: 5, duration: 60_000 })
  const list = (body: object, options = {}) => keyward.call("ratelimit.listOverrides", body, options)

  test("lists the live overrides of the namespace in creation order, by id or name", async () => {
    const reply = await list({ namespace: "emails" })
    expect(reply.body.data).toEqual(
      identifiers.map((identifier) => ({
        overrideId: expect.stringMatching(/^rlor_/),
        identifier,
        limit: 5,
        duration: 60_000,
      })),
    )
    expect(reply.body.pagination).toEqual({ hasMore: false })
    expect((await list({ namespace: namespaceId })).body.data).toEqual(reply.body.data)
    expect((await list({ namespace: "empty" })).body).toMatchObject({ data: [], pagination: { hasMore: false } })
  })

  test("gives every override once when it is walked one by one", async () => {
    const seen: string[] = []
    let cursor: string | undefined = ""
    while (cursor !== undefined) {
      const { body } = await list({ namespace: "emails", limit: 1, cursor })
      seen.push(...body.data.map(({ identifier }: { identifier: string }) => identifier))
      cursor = body.pagination.cursor
    }
    expect(seen).toEqual(identifiers)
  })

  test("shows a revived override in its old place", async () => {
    await keyward.ok("ratelimit.deleteOverride", { namespace: "emails", identifier: "a" })
    await set("emails", "a")
    const { data } = (await list({ namespace: "emails" })).body
    expect(data.map(({ identifier }: { identifier: string }) => identifier)).toEqual(identifiers)
  })

  test.each([
    ["no namespace", {}, "body.namespace"],
    ["limit 0", { namespace: "emails", limit: 0 }, "body.limit"],
    ["limit 101", { namespace: "emails", limit: 101 }, "body.limit"],
    ["a cursor it did not issue", { namespace: "emails", cursor: "!" }, "body.cursor"],
    ["an unknown member", { namespace: "emails", search: "a" }, "body.search"],
  ])("refuses %s", async (_case, body, location) => {
    const reply = await list(body)
    expect([reply.status, reply.body.error.errors[0].location]).toEqual([400, location])
  })
})
