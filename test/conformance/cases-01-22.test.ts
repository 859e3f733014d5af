import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { errorTable, titles } from "../../src/contract/errors.ts"
import { disableReasons } from "../../src/contract/workspace.ts"
import { routesOf } from "../../src/http/server/routes.ts"
import { operations } from "../../src/operations/index.ts"
import { engines, type Reply, startKeyward, type TestServer } from "../harness.ts"
import {
  bearer,
  expectError,
  expectIdentityNotFound,
  expectWorkspaceDisabled,
  post,
  requestIdForm,
} from "./exchange.ts"
import { founding } from "./founding.ts"

const routes = operations.flatMap(routesOf)

describe.each([...engines])("founding requirements on %s", (engine) => {
  let keyward: TestServer
  let operator: { readonly key: string }
  beforeAll(async () => {
    keyward = await startKeyward({ engine })
    operator = { key: keyward.operatorKey }
  })
  afterAll(() => keyward.stop())

  const { disable, enable, listKeys, getIdentity, listIdentities, createIdentity, furnish } = founding(() => keyward)

  test("case 1: every response has a request id of its own", async () => {
    const { owner } = await furnish()
    const replies: Reply[] = []
    for (const { method, path } of routes) {
      for (const headers of [{}, bearer("unknown"), { ...bearer(owner.key), "X-Request-Id": "req_mine" }]) {
        replies.push(await keyward.request(path, { method, headers }))
      }
    }
    for (const path of ["/v1/nothing", "/v2/nothing.here", "/v2/keys.listKeys/"]) replies.push(await listKeysAt(path))
    const ids = replies.map(({ body }) => body.meta.requestId)
    for (const [index, id] of ids.entries()) {
      expect(id).toMatch(requestIdForm)
      expect(replies[index]?.headers.get("x-request-id")).toBe(id)
    }
    expect(new Set(ids).size).toBe(replies.length)
    expect(new Set(replies.map(({ status }) => status))).toContain(200)

    function listKeysAt(path: string) {
      return post(keyward, path, owner.key)
    }
  })

  test("case 2: every error has detail, status, title and type", async () => {
    const { owner, apiId, createKey } = await furnish()
    const { key, keyId } = await createKey()
    const call = (operation: string, body?: unknown, caller = owner.key) =>
      post(keyward, `/v2/${operation}`, caller, body)
    const again = (body: object) =>
      keyward.call("apis.createApi", body, { ...owner, headers: { "Idempotency-Key": "case-2" } })
    const limit = { namespace: "case-2", identifier: "x", limit: 1, duration: 1000 }
    await call("ratelimit.limit", limit)
    await call("ratelimit.deleteNamespace", { namespace: "case-2" })
    await again({ name: "first" })
    const replies = [
      await call("apis.getApi", {}),
      await keyward.request("/v2/apis.getApi", { method: "POST" }),
      await call("apis.getApi", { apiId }, key),
      await call("apis.getApi", { apiId: "unknown" }),
      await keyward.request("/v2/apis.getApi"),
      await createIdentity(owner.key, { externalId: "User_1" }),
      await call("ratelimit.limit", limit),
      await call("keys.createKey", { apiId, recoverable: true }),
      await keyward.request("/v2/apis.getApi", { method: "POST", headers: bearer(owner.key), body: "x".repeat(9) }),
      await again({ name: "second" }),
      await call("keys.verifyKey", { key, permissions: "a AND" }),
      await call("keys.updateKey", { keyId, roles: ["unknown"] }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([400, 401, 403, 404, 405, 409, 410, 412, 415, 422, 400, 404])
    const form = /^http:\/\/localhost:\d+\/api-reference\/errors-v2\/service\/([a-z]+\/[a-z_]+)$/
    for (const reply of replies) {
      const code = form.exec(reply.body.error.type)?.[1] ?? ""
      expect(Object.keys(errorTable)).toContain(code)
      expectError(reply, reply.body.error.status, code)
      expect(Object.keys(titles)).toContain(String(reply.status))
    }
  })

  test("case 3: POST /v1/keys.listKeys without a body lists the keys of the workspace", async () => {
    const { owner, createKey } = await furnish()
    const made = [await createKey(), await createKey()]
    const { status, body } = await listKeys(owner.key)
    expect(status).toBe(200)
    expect(body.data.map(({ keyId }: { keyId: string }) => keyId)).toEqual(made.map(({ keyId }) => keyId))
  })

  test("case 4: POST /v1/keys.listKeys with a key of a disabled workspace", async () => {
    const workspace = await furnish()
    await disable(workspace)
    expectWorkspaceDisabled(await listKeys(workspace.owner.key))
  })

  test("case 5: after disabling, every operation refuses root keys and API keys", async () => {
    const workspace = await furnish()
    const { key } = await workspace.createKey()
    await disable(workspace)
    expect(routes.map(({ method, path }) => `${method} ${path}`)).toContain("GET /v1/identities.listIdentities")
    for (const { method, path } of routes) {
      for (const caller of [workspace.owner.key, key]) {
        expectWorkspaceDisabled(await keyward.request(path, { method, headers: bearer(caller) }))
      }
    }
  })

  test("case 6: a disabled key of a disabled workspace", async () => {
    const workspace = await furnish()
    const keys = [
      (await workspace.createKey({ enabled: false })).key,
      (await workspace.createRootKey({ enabled: false })).rootKey,
    ]
    await disable(workspace)
    for (const key of keys) expectWorkspaceDisabled(await listKeys(key))
  })

  test("case 7: an expired key of a disabled workspace", async () => {
    const workspace = await furnish()
    const keys = [
      (await workspace.createKey({ expires: 1 })).key,
      (await workspace.createRootKey({ expires: 1 })).rootKey,
    ]
    await disable(workspace)
    for (const key of keys) expectWorkspaceDisabled(await listKeys(key))
  })

  test("case 8: a valid key is refused while one of an active workspace sees that workspace's data", async () => {
    const [one, other] = [await furnish(), await furnish()]
    await one.createKey()
    const { keyId } = await other.createKey()
    await disable(one)
    expectWorkspaceDisabled(await listKeys(one.owner.key))
    const { status, body } = await listKeys(other.owner.key)
    expect([status, body.data.map((key: { keyId: string }) => key.keyId)]).toEqual([200, [keyId]])
    expect((await listIdentities(other.owner.key)).body.data).toMatchObject([{ identityId: other.identityId }])
  })

  test("case 9: after enableWorkspace all its keys work again, unchanged", async () => {
    const workspace = await furnish()
    const { key } = await workspace.createKey()
    const { rootKey } = await workspace.createRootKey()
    const before = (await listKeys(workspace.owner.key)).body.data
    await disable(workspace)
    await enable(workspace)
    expect((await listKeys(workspace.owner.key)).body.data).toEqual(before)
    expect((await listKeys(rootKey)).status).toBe(200)
    expect((await post(keyward, "/v2/keys.whoami", key)).status).toBe(200)
  })

  test("case 10: a key disabled before, during or after the disabling stays unusable", async () => {
    const workspace = await furnish()
    const { workspaceId, owner } = workspace
    const [before, during, after] = [
      await workspace.createRootKey({ enabled: false }),
      await workspace.createRootKey(),
      await workspace.createRootKey(),
    ]
    const apiKey = await workspace.createKey({ enabled: false })
    const disableKey = (rootKeyId: string) =>
      keyward.ok("rootKeys.updateRootKey", { workspaceId, rootKeyId, enabled: false }, operator)
    await disable(workspace)
    await disableKey(during.rootKeyId)
    await enable(workspace)
    await disableKey(after.rootKeyId)
    for (const key of [before.rootKey, during.rootKey, after.rootKey, apiKey.key]) {
      expectError(await listKeys(key), 403, "authorization/key_disabled")
    }
    expect((await listKeys(owner.key)).status).toBe(200)
  })

  test("case 11: each of the seven reasons is accepted and shown, any other string is not", async () => {
    const { workspaceId } = await furnish()
    expect(disableReasons).toHaveLength(7)
    for (const reason of disableReasons) {
      await keyward.ok("workspaces.disableWorkspace", { workspaceId, reason }, operator)
      const shown = await keyward.ok("workspaces.getWorkspace", { workspaceId }, operator)
      expect(shown).toMatchObject({ enabled: false, disabledReason: reason })
      await keyward.ok("workspaces.enableWorkspace", { workspaceId }, operator)
    }
    for (const reason of ["", "other", "Unpaid_billing", " unpaid_billing"]) {
      const reply = await keyward.call("workspaces.disableWorkspace", { workspaceId, reason }, operator)
      expectError(reply, 400, "application/invalid_input")
    }
  })

  test("case 12: getIdentity with an id that does not exist, of right or malformed shape", async () => {
    const { owner, identityId } = await furnish()
    for (const id of ["id_1CAiZx1YPnJZtcPxTdBGPS", "malformed", `${identityId}1`, "id_", "id_0OIl"]) {
      expectIdentityNotFound(await getIdentity(owner.key, { identityId: id }))
    }
  })

  test("case 13: getIdentity of an identity of another workspace, by either identifier", async () => {
    const [one, other] = [await furnish(), await furnish()]
    await createIdentity(other.owner.key, { externalId: "theirs" })
    expectIdentityNotFound(await getIdentity(one.owner.key, { identityId: other.identityId }))
    expectIdentityNotFound(await getIdentity(one.owner.key, { externalId: "theirs" }))
  })

  test("case 14: external identifiers are case-sensitive", async () => {
    const { owner } = await furnish()
    expectIdentityNotFound(await getIdentity(owner.key, { externalId: "user_1" }))
    expect((await getIdentity(owner.key, { externalId: "User_1" })).status).toBe(200)
  })

  test("case 15: a deleted identity is found by neither identifier", async () => {
    const { owner, identityId } = await furnish()
    await keyward.ok("identities.deleteIdentity", { identity: identityId }, owner)
    expectIdentityNotFound(await getIdentity(owner.key, { identityId }))
    expectIdentityNotFound(await getIdentity(owner.key, { externalId: "User_1" }))
  })

  test("case 16: a deleted identity is made anew by createIdentity, with a new id", async () => {
    const { owner, identityId } = await furnish()
    await keyward.ok("identities.deleteIdentity", { identity: identityId }, owner)
    const { status, body } = await createIdentity(owner.key, { externalId: "User_1" })
    expect(status).toBe(200)
    expect(body.data.identityId).not.toBe(identityId)
    for (const by of [{ externalId: "User_1" }, { identityId: body.data.identityId }]) {
      expect((await getIdentity(owner.key, by)).body.data.identityId).toBe(body.data.identityId)
    }
  })

  test("case 17: GET /v1/identities.listIdentities lists all identities of the workspace and no others", async () => {
    const [one, other] = [await furnish(), await furnish()]
    for (const externalId of ["a", "b"]) await createIdentity(one.owner.key, { externalId })
    await createIdentity(other.owner.key, { externalId: "theirs" })
    const { status, body } = await listIdentities(one.owner.key)
    expect(status).toBe(200)
    expect(body.data.map(({ externalId }: { externalId: string }) => externalId)).toEqual(["User_1", "a", "b"])
  })

  test("case 18: an identityId of that list is found by POST /v1/identities.getIdentity", async () => {
    const { owner } = await furnish()
    const [listed] = (await listIdentities(owner.key)).body.data
    const { status, body } = await getIdentity(owner.key, { identityId: listed.identityId })
    expect([status, body.data]).toEqual([200, listed])
  })

  test("case 19: meta comes back deeply equal", async () => {
    const { owner } = await furnish()
    const meta = { plan: "pro", "a b": { "": [1, null, true, "\u{1f511}"] }, constructor: 1, e: 1e21, ключ: [] }
    const { status, body } = await createIdentity(owner.key, { externalId: "Meta", meta })
    const { identityId } = body.data
    expect(status).toBe(200)
    const found = (await getIdentity(owner.key, { identityId })).body.data
    expect(found).toMatchObject({ identityId, externalId: "Meta" })
    expect(found.meta).toEqual(meta)
  })

  test("case 20: the type of every error leads to a page that names it, in HTML and in JSON", async () => {
    const { owner } = await furnish()
    const provoked = [
      await listKeys("unknown"),
      await getIdentity(owner.key, { identityId: "unknown" }),
      await createIdentity(owner.key, {}),
      await keyward.request("/v2/nothing"),
    ]
    const types = new Set(provoked.map(({ body }) => body.error.type))
    const [first = ""] = types
    const base = first.slice(0, first.indexOf("/service/"))
    for (const code of Object.keys(errorTable)) types.add(`${base}/service/${code}`)
    expect(types.size).toBe(Object.keys(errorTable).length)
    for (const type of types) {
      const [category, code] = type.split("/").slice(-2)
      const page = await fetch(type, { headers: { Accept: "text/html" } })
      expect([type, page.status, page.headers.get("content-type")]).toEqual([
        type,
        200,
        expect.stringMatching(/^text\/html/),
      ])
      expect(await page.text()).toContain(code ?? "")
      const json = await fetch(type, { headers: { Accept: "application/json" } })
      const { data, meta } = await json.json()
      const { status, when, clears } = Object.entries(errorTable).find(([name]) => type.endsWith(`/${name}`))?.[1] ?? {}
      expect(data).toEqual({ type, category, code, status, title: titles[status ?? 400], when, clears })
      expect(meta.requestId).toMatch(requestIdForm)
    }
    const unknown = await fetch(`${base}/service/data/nothing_like_that`)
    expect(unknown.status).toBe(404)
    expect((await unknown.json()).error.type).toBe(`${base}/service/application/route_not_found`)
  })

  test("case 21: a quota with onExceeded disable", async () => {
    const { workspaceId, owner } = await furnish()
    const limits = { identities: 1, onExceeded: "disable" }
    await keyward.ok("workspaces.updateWorkspace", { workspaceId, limits }, operator)
    expectError(await createIdentity(owner.key, { externalId: "second" }), 403, "limits/quota_exceeded")
    expectWorkspaceDisabled(await listIdentities(owner.key))
    const shown = await keyward.ok("workspaces.getWorkspace", { workspaceId }, operator)
    expect(shown.disabledReason).toBe("quota_exceeded")
  })

  test("case 22: versions and methods of the identity operations", async () => {
    const { owner } = await furnish()
    expect((await createIdentity(owner.key, { externalId: "v2" })).status).toBe(200)
    const misplaced = await post(keyward, "/v1/identities.createIdentity", owner.key, { externalId: "v1" })
    expectError(misplaced, 404, "application/route_not_found")
    const posted = await post(keyward, "/v1/identities.listIdentities", owner.key)
    expectError(posted, 405, "application/method_not_allowed")
    expect(posted.headers.get("allow")).toBe("GET, HEAD")
  })
})
