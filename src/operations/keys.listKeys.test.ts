import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createApi, createKey, eventsDuring, type TestKey, withEncryption } from "../../test/fixtures.ts"
import { engines, type Reply, startKeyward, type TestServer, type TestWorkspace } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("keys.listKeys on %s", (engine) => {
  let keyward: TestServer
  let other: TestWorkspace
  let apiA: string
  let apiB: string
  /** In creation order. */
  let keys: Record<"first" | "second" | "third" | "fourth", TestKey>
  let foreign: TestKey

  beforeAll(async () => {
    keyward = await startKeyward({ engine, environment: withEncryption() })
    other = await keyward.createWorkspace()
    apiA = await createApi(keyward)
    apiB = await createApi(keyward)
    foreign = await createKey(keyward, { externalId: "alice", name: "Foreign" }, other.rootKey)
    keys = {
      first: await createKey(keyward, { apiId: apiA, externalId: "alice", name: "Alice_1" }),
      second: await createKey(keyward, { apiId: apiB, externalId: "alice", prefix: "live", recoverable: true }),
      third: await createKey(keyward, { apiId: apiA, externalId: "Alice", enabled: false, recoverable: true }),
      fourth: await createKey(keyward, { apiId: apiB, expires: 0, name: "100% ä" }),
    }
    const deleted = await createKey(keyward, { apiId: apiA, externalId: "alice" })
    await keyward.ok("keys.deleteKey", { keyId: deleted.keyId })
    const orphan = await createKey(keyward, { externalId: "alice" })
    await keyward.ok("apis.deleteApi", { apiId: orphan.apiId })
  })
  afterAll(() => keyward.stop())

  const call = (body?: object, key?: string): Promise<Reply> => keyward.call("keys.listKeys", body, key ? { key } : {})
  const idsOf = (reply: Reply) => reply.body.data.map(({ keyId }: { keyId: string }) => keyId)
  const list = async (body?: object) => idsOf(await call(body))

  test("lists every live key of the caller's workspace, oldest first, without a body and at both paths", async () => {
    const { first, second, third, fourth } = keys
    const all = [first, second, third, fourth].map(({ keyId }) => keyId)
    expect(await list()).toEqual(all)
    const reply = await keyward.request("/v1/keys.listKeys", {
      method: "POST",
      headers: { Authorization: `Bearer ${keyward.rootKey}`, "Content-Type": "application/json" },
    })
    expect(reply.status).toBe(200)
    expect(idsOf(reply)).toEqual(all)
    expect(reply.body.pagination).toEqual({ hasMore: false })
    expect(idsOf(await call({}, other.rootKey))).toEqual([foreign.keyId])
  })

  test("shows each key as getKey does", async () => {
    const [first] = (await call()).body.data
    expect(first).toEqual(await keyward.ok("keys.getKey", { keyId: keys.first.keyId }))
  })

  test("filters by API, identity, state and text, all together", async () => {
    const { first, second, third, fourth } = keys
    const alice = (await keyward.ok("keys.getKey", { keyId: first.keyId })).identity.identityId
    expect(await list({ apiId: apiA })).toEqual([first.keyId, third.keyId])
    expect(await list({ externalId: "alice" })).toEqual([first.keyId, second.keyId])
    expect(await list({ externalId: "Alice" })).toEqual([third.keyId])
    expect(await list({ identityId: alice })).toEqual([first.keyId, second.keyId])
    expect(await list({ identityId: alice, externalId: "Alice" })).toEqual([])
    expect(await list({ identityId: alice, apiId: apiB })).toEqual([second.keyId])
    expect(await list({ enabled: false })).toEqual([third.keyId])
    expect(await list({ enabled: true, apiId: apiA })).toEqual([first.keyId])
    expect(await list({ search: " ALICE_ " })).toEqual([first.keyId])
    expect(await list({ search: "live_" })).toEqual([second.keyId])
    expect(await list({ search: fourth.keyId.toUpperCase() })).toEqual([fourth.keyId])
    expect(await list({ search: "100% ä" })).toEqual([fourth.keyId])
    expect(await list({ search: "100% Ä" })).toEqual([])
    expect(await list({ search: "  " })).toHaveLength(4)
  })

  test("gives an empty list for an identity that is unknown or of another workspace", async () => {
    const { identity } = await keyward.ok("keys.getKey", { keyId: foreign.keyId }, { key: other.rootKey })
    expect(await list({ externalId: "nobody" })).toEqual([])
    expect(await list({ identityId: "nobody" })).toEqual([])
    expect(await list({ identityId: identity.identityId })).toEqual([])
    await keyward.ok("identities.createIdentity", { externalId: "only there" }, { key: other.rootKey })
    expect(await list({ externalId: "only there" })).toEqual([])
  })

  test("walks through all keys one by one, each once", async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const reply: Reply = await call({ limit: 1, ...(cursor && { cursor }) })
      seen.push(...idsOf(reply))
      cursor = reply.body.pagination.cursor
      expect(reply.body.pagination.hasMore).toBe(cursor !== undefined)
    } while (cursor !== undefined)
    expect(seen).toEqual(await list())
    expect((await call({ cursor: "!" })).body.error.errors).toMatchObject([{ location: "body.cursor" }])
    expect((await call({ cursor: "abc" })).body.error.errors).toMatchObject([{ location: "body.cursor" }])
  })

  test("shows the plaintext of recoverable keys when asked, and records one event for each that it shows", async () => {
    const { second, third } = keys
    let shown: readonly { keyId: string; plaintext?: string }[] = []
    const events = await eventsDuring(keyward, async () => {
      shown = (await call({ decrypt: true, limit: 3 })).body.data
    })
    expect(shown.map(({ plaintext }) => plaintext)).toEqual([undefined, second.key, third.key])
    expect(events.map(({ type, resources }) => [type, resources[0]?.id])).toEqual([
      ["key.decrypted", second.keyId],
      ["key.decrypted", third.keyId],
    ])
    const none = await eventsDuring(keyward, () => call({ decrypt: true, limit: 1 }))
    expect(none).toEqual([])
  })

  test("needs the permissions for all APIs, or for the one that is named", async () => {
    const key = await keyward.createRootKey([`api.${apiA}.read_key`])
    expect(idsOf(await call({ apiId: apiA }, key))).toHaveLength(2)
    const all = await call(undefined, key)
    expect(all.status).toBe(403)
    expect(all.body.error.detail).toContain("api.*.read_key")
    const elsewhere = await call({ apiId: apiB }, key)
    expect(elsewhere.status).toBe(403)
    expect(elsewhere.body.error.detail).toContain(`api.${apiB}.read_key`)
    const sealed = await call({ apiId: apiA, decrypt: true }, key)
    expect(sealed.status).toBe(403)
    expect(sealed.body.error.detail).toContain(`api.${apiA}.decrypt_key`)
    const reader = await keyward.createRootKey(["api.*.read_key", `api.${apiA}.decrypt_key`])
    expect((await call({ decrypt: true }, reader)).body.error.detail).toContain("api.*.decrypt_key")
    expect((await call({ apiId: apiA, decrypt: true }, reader)).status).toBe(200)
    const hopeless = await keyward.createRootKey(["api.*.create_key"])
    expect((await call({ unknown: 1 }, hopeless)).status).toBe(403)
  })

  test("lists every violation of the request", async () => {
    const reply = await call({ apiId: null, enabled: 1, search: "x".repeat(257), limit: 101, decrypt: 0, unknown: 1 })
    expect(reply.status).toBe(400)
    expect(reply.body.error.errors.map(({ location }: { location: string }) => location).sort()).toEqual([
      "body.apiId",
      "body.decrypt",
      "body.enabled",
      "body.limit",
      "body.search",
      "body.unknown",
    ])
  })
})

describe.each([...engines])("keys.listKeys without an encryption key on %s", (engine) => {
  const keyward = serveKeyward({ engine })

  test("answers 412 to `decrypt`, even if there is no key", async () => {
    const reply = await keyward.call("keys.listKeys", { decrypt: true })
    expect(reply.status).toBe(412)
    expect(reply.body.error.type).toEndWith("/application/precondition_failed")
  })

  test("answers 403 workspace_disabled at both paths once the workspace is disabled", async () => {
    await keyward.ok("workspaces.disableWorkspace", {})
    for (const path of ["/v1/keys.listKeys", "/v2/keys.listKeys"]) {
      const reply = await keyward.request(path, {
        method: "POST",
        headers: { Authorization: `Bearer ${keyward.rootKey}`, "Content-Type": "application/json" },
      })
      expect(reply.status).toBe(403)
      expect(reply.body.error).toMatchObject({ title: "Forbidden", status: 403 })
      expect(reply.body.error.type).toEndWith("/service/authorization/workspace_disabled")
    }
  })
})
