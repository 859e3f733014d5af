import { beforeAll, describe, expect, test } from "bun:test"
import type { Reply, TestWorkspace } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { walk } from "../../test/requests/walk.ts"

describe("identities.listIdentities", () => {
  const externalIds = ["user-b", "user-a", "Äpfel_100%", "äpfel_100x"]
  const keyward = serveKeyward({ engine: "sqlite" })
  let other: TestWorkspace
  let ids: readonly string[]
  beforeAll(async () => {
    other = await keyward.createWorkspace("Other")
    await keyward.ok("identities.createIdentity", { externalId: "theirs" }, { key: other.rootKey })
    const created: string[] = []
    for (const externalId of externalIds) {
      const ratelimits = [{ name: `of ${externalId}`, limit: 1, duration: 1000 }]
      created.push((await keyward.ok("identities.createIdentity", { externalId, ratelimits })).identityId)
    }
    await keyward.ok("identities.createIdentity", { externalId: "deleted" })
    await keyward.ok("identities.deleteIdentity", { identity: "deleted" })
    ids = created
  })

  const get = (query = "", key = keyward.rootKey): Promise<Reply> =>
    keyward.request(`/v1/identities.listIdentities${query}`, { headers: { Authorization: `Bearer ${key}` } })
  const idsOf = (identities: readonly { readonly id: string }[]) => identities.map(({ id }) => id)

  test("lists every live identity of the workspace, oldest first, as getIdentity shows it", async () => {
    const { body } = await keyward.call("identities.listIdentities")
    expect(idsOf(body.data)).toEqual([...ids])
    expect(body.pagination).toEqual({ hasMore: false })
    for (const identity of body.data) {
      expect(await keyward.ok("identities.getIdentity", { identityId: identity.identityId })).toEqual(identity)
    }
  })

  test("answers the same to GET without body or parameters", async () => {
    const { status, body } = await get()
    expect([status, body.data]).toEqual([200, await keyward.ok("identities.listIdentities")])
    expect(body.pagination).toEqual({ hasMore: false })
    expect(body.meta.requestId).toMatch(/^req_/)
    expect((await get("", other.rootKey)).body.data).toMatchObject([{ externalId: "theirs" }])
  })

  test("answers HEAD where it answers GET, and no POST at its first path", async () => {
    const headers = { Authorization: `Bearer ${keyward.rootKey}` }
    const head = await keyward.request("/v1/identities.listIdentities", { method: "HEAD", headers })
    expect([head.status, head.text]).toEqual([200, ""])
    const post = await keyward.request("/v1/identities.listIdentities", { method: "POST", headers })
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"])
  })

  test("walks all pages with GET too", async () => {
    const walked = await walk<{ id: string }>(({ limit, cursor }) => get(`?limit=${limit}&cursor=${cursor}`))
    expect(idsOf(walked)).toEqual([...ids])
  })

  test("finds part of an id or external identifier literally, folding ASCII letters only", async () => {
    const [b = "", a = "", upper = "", lower = ""] = ids
    for (const [search, expected] of [
      ["USER-A", [a]],
      [" user- ", [b, a]],
      ["", ids],
      ["0%", [upper]],
      ["FEL_1", [upper, lower]],
      ["Ä", [upper]],
      [b.slice(4), [b]],
      ["theirs", []],
      ["deleted", []],
    ] as const) {
      const found = idsOf(await keyward.ok("identities.listIdentities", { search }))
      expect(found).toEqual([...expected])
      expect(idsOf((await get(`?search=${encodeURIComponent(search)}`)).body.data)).toEqual(found)
    }
  })

  test("lists the newest first if asked, in the body and in the query", async () => {
    const newest = [...ids].reverse()
    expect(idsOf(await keyward.ok("identities.listIdentities", { order: "created_desc" }))).toEqual(newest)
    expect(idsOf((await get("?order=created_desc")).body.data)).toEqual(newest)
    const first = await get("?order=created_desc&limit=3")
    expect(idsOf(first.body.data)).toEqual(newest.slice(0, 3))
    const { cursor } = first.body.pagination
    expect(idsOf((await get(`?order=created_desc&limit=3&cursor=${cursor}`)).body.data)).toEqual(newest.slice(3))
    expect((await get("?order=name")).body.error.errors[0].location).toBe("query.order")
  })

  test("counts the keys of each identity if asked, in the body and in the query", async () => {
    const { rootKey: key } = await keyward.createWorkspace("Counted")
    const ok = (operation: string, body: object) => keyward.ok(operation, body, { key })
    const [kept, doomed] = [
      await ok("apis.createApi", { name: "Kept" }),
      await ok("apis.createApi", { name: "Doomed" }),
    ]
    await ok("keys.createKey", { apiId: kept.apiId, externalId: "two" })
    await ok("keys.createKey", { apiId: kept.apiId, externalId: "two", enabled: false })
    await ok("keys.createKey", { apiId: doomed.apiId, externalId: "two" })
    const { keyId } = await ok("keys.createKey", { apiId: kept.apiId, externalId: "none" })
    await ok("keys.deleteKey", { keyId })
    await ok("apis.deleteApi", { apiId: doomed.apiId })
    const counted = [
      { externalId: "two", keys: 2 },
      { externalId: "none", keys: 0 },
    ]
    expect(await ok("identities.listIdentities", { countKeys: true })).toMatchObject(counted)
    expect((await get("?countKeys=true", key)).body.data).toMatchObject(counted)
    expect((await get("?countKeys=1", key)).body.error.errors[0].location).toBe("query.countKeys")
    expect((await get("?enabled=false", key)).body.data).toEqual([])
    expect((await get("?enabled=true&countKeys=false", key)).body.data[1]).not.toHaveProperty("keys")
    for (const body of [{}, { countKeys: false }]) {
      const [identity] = await ok("identities.listIdentities", body)
      expect(identity).not.toHaveProperty("keys")
    }
    expect(await ok("identities.getIdentity", { externalId: "two" })).not.toHaveProperty("keys")
  })

  test("refuses bad parameters at their place in the query", async () => {
    const limits = ["0", "101", "ten", "1.0", "-1", "", "1&limit=1"].map((limit) => `limit=${limit}`)
    const others = ["cursor=!", "cursor=abcdefghijklmnop", `search=${"x".repeat(257)}`, "color=red"]
    for (const query of [...limits, ...others]) {
      const { status, body } = await get(`?${query}`)
      expect([query, status, body.error.errors[0].location]).toEqual([query, 400, `query.${query.split("=")[0]}`])
    }
  })
})
