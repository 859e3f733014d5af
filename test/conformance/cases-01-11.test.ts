import { describe, expect, test } from "bun:test"
import { disableReasons } from "../../src/contract/disable-reasons.ts"
import { titles } from "../../src/contract/error-statuses.ts"
import { errorTable } from "../../src/contract/error-table.ts"
import { routesOf } from "../../src/http/server/routes.ts"
import { operations } from "../../src/operations/index.ts"
import type { Reply } from "../harness/harness.ts"
import { bearer, expectError, expectWorkspaceDisabled, post, requestIdForm } from "./exchange.ts"
import { serveFounding } from "./founding.ts"

/** The response of a stream has no end and no envelope. */
const routes = operations.filter(({ kind }) => kind !== "stream").flatMap(routesOf)

describe("responses, errors and disabled workspaces", () => {
  const { createIdentity, disable, enable, furnish, keyward, listIdentities, listKeys, operator, whoami } =
    serveFounding("sqlite")

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
    for (const sent of [undefined, {}]) {
      const { status, body } = await listKeys(owner.key, sent)
      expect(status).toBe(200)
      expect(body.data.map(({ keyId }: { keyId: string }) => keyId)).toEqual(made.map(({ keyId }) => keyId))
    }
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

  const refusesKeysOfDisabledWorkspace = async (attributes: object) => {
    const workspace = await furnish()
    const { key } = await workspace.createKey(attributes)
    const { rootKey } = await workspace.createRootKey(attributes)
    await disable(workspace)
    for (const call of [listKeys, listIdentities, whoami]) {
      for (const caller of [key, rootKey]) expectWorkspaceDisabled(await call(caller))
    }
  }
  test("case 6: a disabled key of a disabled workspace", () => refusesKeysOfDisabledWorkspace({ enabled: false }))
  test("case 7: an expired key of a disabled workspace", () => refusesKeysOfDisabledWorkspace({ expires: 1 }))

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
    expect((await whoami(key)).status).toBe(200)
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
      keyward.ok("rootKeys.updateRootKey", { workspaceId, rootKeyId, enabled: false }, operator())
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
    const workspace = await furnish()
    const { workspaceId, owner } = workspace
    expect(disableReasons.toSorted().join(" ")).toBe(
      "account_closure owner_request ownership_transfer quota_exceeded suspicious_activity terms_violation unpaid_billing",
    )
    for (const reason of disableReasons) {
      await disable(workspace, reason)
      const shown = await keyward.ok("workspaces.getWorkspace", { workspaceId }, operator())
      expect(shown).toMatchObject({ enabled: false, disabledReason: reason })
      expectWorkspaceDisabled(await listKeys(owner.key))
      await enable(workspace)
      expect((await listKeys(owner.key)).status).toBe(200)
    }
    for (const reason of ["", "other", "Unpaid_billing", " unpaid_billing"]) {
      const reply = await keyward.call("workspaces.disableWorkspace", { workspaceId, reason }, operator())
      expectError(reply, 400, "application/invalid_input")
    }
  })
})
