import { beforeAll, describe, expect, test } from "bun:test"
import { createApi, createKey, eventsDuring, type TestKey, withEncryption } from "../../test/harness/fixtures.ts"
import type { Reply, TestWorkspace } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectViolations } from "../../test/requests/refusals.ts"
import { walk } from "../../test/requests/walk.ts"

describe("keys.listKeys", () => {
  const keyward = serveKeyward({ engine: "sqlite", environment: withEncryption() })
  let other: TestWorkspace
  let apiA: string
  let apiB: string
  /** In creation order. */
  let keys: Record<"first" | "second" | "third" | "fourth", TestKey>
  let foreign: TestKey
  beforeAll(async () => {
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
    const { directPermissions: _own, ...shown } = await keyward.ok("keys.getKey", { keyId: keys.first.keyId })
    expect(first).toEqual(shown)
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

  test("gives an empty list for an external identifier that is unknown or of another workspace", async () => {
    await keyward.ok("identities.createIdentity", { externalId: "only there" }, { key: other.rootKey })
    for (const externalId of ["nobody", "only there"]) expect(await list({ externalId })).toEqual([])
  })

  test("filters by status, expiry, role, permission and rate limit, and lists the newest first if asked", async () => {
    const own = await keyward.createWorkspace()
    const ok = (operation: string, body: object) => keyward.ok(operation, body, { key: own.rootKey })
    const { apiId } = await ok("apis.createApi", { name: "Payments" })
    const { roleId } = await ok("permissions.createRole", { name: "editor", permissions: ["docs.write"] })
    const create = async (settings: object) => (await ok("keys.createKey", { apiId, ...settings })).keyId
    const soon = Date.now() + 86_400_000
    const refill = { interval: "daily", amount: 100 }
    const made = {
      plain: await create({}),
      disabled: await create({ enabled: false, roles: ["editor"] }),
      expired: await create({ expires: 1, permissions: ["docs.write"] }),
      expiring: await create({ expires: soon }),
      low: await create({ credits: { remaining: 10, refill } }),
      rich: await create({ credits: { remaining: 11, refill } }),
      limited: await create({ ratelimits: [{ name: "requests", limit: 5, duration: 60_000 }] }),
    }
    const names = async (operation: string, body: object): Promise<readonly string[]> => {
      const found = (await ok(operation, body)).map(({ keyId }: { keyId: string }) => keyId)
      return found.map((id: string) => Object.entries(made).find(([, keyId]) => keyId === id)?.[0])
    }
    for (const [filter, expected] of [
      [{ status: "active" }, ["plain", "expiring", "low", "rich", "limited"]],
      [{ status: "disabled" }, ["disabled"]],
      [{ status: "expired" }, ["expired"]],
      [{ status: "expiring" }, ["expiring"]],
      [{ status: "low_credits" }, ["low"]],
      [{ expiresBefore: soon }, ["expired"]],
      [{ expiresBefore: soon + 1 }, ["expired", "expiring"]],
      [{ role: "editor" }, ["disabled"]],
      [{ role: roleId, status: "active" }, []],
      [{ permission: "docs.write" }, ["disabled", "expired"]],
      [{ permission: "docs.write", order: "created_desc" }, ["expired", "disabled"]],
      [{ ratelimit: "requests" }, ["limited"]],
      [{ ratelimit: "request" }, []],
      [{ order: "created_desc" }, ["limited", "rich", "low", "expiring", "expired", "disabled", "plain"]],
    ] as const) {
      expect(await names("keys.listKeys", filter)).toEqual([...expected])
      expect(await names("apis.listKeys", { apiId, ...filter })).toEqual([...expected])
    }
    const newest = await walk<{ keyId: string }>((page) =>
      keyward.call("keys.listKeys", { ...page, order: "created_desc" }, { key: own.rootKey }),
    )
    expect(newest.map(({ keyId }) => keyId)).toEqual(Object.values(made).toReversed())
  })

  test("of an unknown role or permission is 404", async () => {
    for (const [body, code] of [
      [{ role: "nobody" }, "data/role_not_found"],
      [{ permission: "nothing" }, "data/permission_not_found"],
    ] as const) {
      const reply = await call(body)
      expect(reply.status).toBe(404)
      expect(reply.body.error.type).toEndWith(`/${code}`)
    }
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
    const narrow = await keyward.createRootKey([`api.${apiA}.read_key`])
    expect(idsOf(await call({ apiId: apiA }, narrow))).toHaveLength(2)
    const reader = await keyward.createRootKey(["api.*.read_key", `api.${apiA}.decrypt_key`])
    expect((await call({ apiId: apiA, decrypt: true }, reader)).status).toBe(200)
    const refusals = [
      [{}, narrow, "api.*.read_key"],
      [{ apiId: apiB }, narrow, `api.${apiB}.read_key`],
      [{ apiId: apiA, decrypt: true }, narrow, `api.${apiA}.decrypt_key`],
      [{ decrypt: true }, reader, "api.*.decrypt_key"],
    ] as const
    for (const [body, key, missing] of refusals) {
      const refused = await call(body, key)
      expect([refused.status, refused.body.error.detail]).toEqual([403, expect.stringContaining(missing)])
    }
  })

  test("lists every violation of the request", async () => {
    const bad = {
      ...{
        apiId: null,
        enabled: 1,
        status: "asleep",
        expiresBefore: -1,
        role: "",
        permission: "",
        ratelimit: "rl",
        order: "name",
      },
      ...{ limit: 101, decrypt: 0 },
    }
    const locations = Object.keys(bad).map((field) => `body.${field}`)
    await expectViolations(keyward, "keys.listKeys", [[bad, ...locations]])
  })
})
