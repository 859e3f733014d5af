import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { STATUS_CODES } from "node:http"
import { routesOf } from "../src/http/server/routes.ts"
import { operations } from "../src/operations/index.ts"
import { bearer } from "./conformance/exchange.ts"
import { founding } from "./conformance/founding.ts"
import { engines, type Reply, startKeyward, type TestServer } from "./harness.ts"

/** One test per statement of the document the service was built from, named by the section that makes it. */

const docsBase = "https://docs.example.com"
const errors = `${docsBase}/api-reference/errors-v2/service`

const workspaceDisabled = {
  status: 403,
  error: {
    title: "Forbidden",
    status: 403,
    type: `${errors}/authorization/workspace_disabled`,
    detail: expect.stringMatching(/workspace tied to this API key is disabled/),
  },
}

const identityNotFound = {
  status: 404,
  error: {
    title: "Not Found",
    status: 404,
    type: `${errors}/data/identity_not_found`,
    detail: expect.stringMatching(/requested identity could not be found/),
  },
}

const refusal = (code: string) => ({
  status: 403,
  error: { title: "Forbidden", status: 403, type: `${errors}/${code}`, detail: expect.stringMatching(/./) },
})

const errorOf = ({ status, body }: Reply) => ({ status, error: body.error })

const reasons = {
  unpaid_billing: "unpaid billing",
  terms_violation: "administrative action for violating terms",
  owner_request: "the owner's request",
  suspicious_activity: "investigation of suspicious activity",
  account_closure: "account closure",
  quota_exceeded: "exceeding usage limits or quotas",
  ownership_transfer: "ownership transfers",
}

describe.each([...engines])("the founding document on %s", (engine) => {
  let keyward: TestServer
  let operator: { readonly key: string }
  beforeAll(async () => {
    keyward = await startKeyward({ engine, environment: { KEYWARD_DOCS_BASE: docsBase } })
    operator = { key: keyward.operatorKey }
  })
  afterAll(() => keyward.stop())

  const calls = founding(() => keyward)
  const { post, listKeys, getIdentity, listIdentities, createIdentity, disable, enable } = calls
  const furnish = calls.furnishWithKeys
  const whoami = (key: string) => post("/v2/keys.whoami", key)

  describe("1 What the service does:", () => {
    test("keys are managed over HTTP, with JSON bodies both ways", async () => {
      const { owner, apiId } = await furnish()
      const created = await post("/v2/keys.createKey", owner.key, { apiId, name: "mine" })
      expect(created.headers.get("content-type")).toMatch(/^application\/json/)
      const { body } = await listKeys(owner.key)
      expect(body.data.map(({ keyId }: { keyId: string }) => keyId)).toContain(created.body.data.keyId)
    })

    test("data is grouped in workspaces, and each API key belongs to one of them", async () => {
      const [one, other] = [await furnish(), await furnish()]
      const { keyId } = one.apiKeys.enabled
      expect((await post("/v2/keys.getKey", one.owner.key, { keyId })).status).toBe(200)
      expect((await post("/v2/keys.getKey", other.owner.key, { keyId })).status).toBe(404)
      const listed = (await listKeys(other.owner.key)).body.data
      expect(listed.map((key: { keyId: string }) => key.keyId).sort()).toEqual(
        Object.values(other.apiKeys)
          .map((key) => key.keyId)
          .sort(),
      )
    })

    test("identities represent whoever owns a key", async () => {
      const { owner, apiKeys, identityId } = await furnish()
      const { body } = await post("/v2/keys.getKey", owner.key, { keyId: apiKeys.enabled.keyId })
      expect(body.data.identity).toMatchObject({ identityId, externalId: "User_1" })
    })

    test("every response carries its own request identifier in `meta`", async () => {
      const { owner, apiKeys } = await furnish()
      const replies = [
        await listKeys(owner.key),
        await listIdentities(owner.key),
        await createIdentity(owner.key, { externalId: "User_2" }),
        await getIdentity(owner.key, { identityId: "unknown" }),
        await createIdentity(owner.key, { externalId: 5 }),
        await listKeys(apiKeys.enabled.key),
        await listKeys("unknown"),
        await keyward.request("/v1/keys.listKeys", { method: "POST" }),
        await keyward.request("/v1/keys.listKeys"),
        await keyward.request("/nowhere"),
      ]
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 404, 400, 403, 401, 401, 405, 404])
      const ids = replies.map(({ body }) => body.meta.requestId)
      for (const id of ids) expect(id).toMatch(/^req_[1-9A-HJ-NP-Za-km-z]{22}$/)
      expect(new Set(ids).size).toBe(replies.length)
    })
  })

  describe("2 Resources and their fields:", () => {
    test("a workspace is either enabled or disabled", async () => {
      const workspace = await furnish()
      const { workspaceId } = workspace
      const state = async () => (await keyward.ok("workspaces.getWorkspace", { workspaceId }, operator)).enabled
      expect(await state()).toBe(true)
      await disable(workspace)
      expect(await state()).toBe(false)
      await enable(workspace)
      expect(await state()).toBe(true)
    })

    test("an identity of another workspace cannot be reached and is treated as nonexistent", async () => {
      const [one, other] = [await furnish(), await furnish()]
      await keyward.ok("identities.createIdentity", { externalId: "only theirs" }, other.owner)
      const { identityId } = other
      for (const reply of [
        await getIdentity(one.owner.key, { identityId }),
        await getIdentity(one.owner.key, { externalId: "only theirs" }),
        await post("/v2/identities.updateIdentity", one.owner.key, { identity: identityId, meta: { stolen: true } }),
        await post("/v2/identities.deleteIdentity", one.owner.key, { identity: identityId }),
      ]) {
        expect(errorOf(reply)).toEqual(identityNotFound)
      }
      expect((await getIdentity(other.owner.key, { identityId })).body.data.meta).toEqual({ plan: "pro" })
    })

    test("an API key is sent as a bearer credential", async () => {
      const { apiKeys } = await furnish()
      const { status, body } = await whoami(apiKeys.enabled.key)
      expect([status, body.data.keyId]).toEqual([200, apiKeys.enabled.keyId])
    })

    test("a key can be disabled individually, while its workspace and its other keys stay as they are", async () => {
      const { owner, workspaceId, apiKeys, rootKeys } = await furnish()
      await keyward.ok("keys.updateKey", { keyId: apiKeys.enabled.keyId, enabled: false }, owner)
      await keyward.ok("rootKeys.updateRootKey", { rootKeyId: rootKeys.enabled.rootKeyId, enabled: false }, owner)
      expect(errorOf(await whoami(apiKeys.enabled.key))).toEqual(refusal("authorization/key_disabled"))
      expect(errorOf(await listKeys(rootKeys.enabled.rootKey))).toEqual(refusal("authorization/key_disabled"))
      expect((await listKeys(owner.key)).status).toBe(200)
      expect((await keyward.ok("workspaces.getWorkspace", { workspaceId }, operator)).enabled).toBe(true)
      await keyward.ok("keys.updateKey", { keyId: apiKeys.enabled.keyId, enabled: true }, owner)
      expect((await whoami(apiKeys.enabled.key)).status).toBe(200)
    })

    test("an identityId is assigned by the service and used to look the identity up", async () => {
      const { owner } = await furnish()
      const chosen = await createIdentity(owner.key, { externalId: "chosen", identityId: "id_chosen" })
      expect([chosen.status, chosen.body.error.errors[0].location]).toEqual([400, "body.identityId"])
      const { identityId } = (await createIdentity(owner.key, { externalId: "assigned" })).body.data
      expect(identityId).toBeString()
      expect((await getIdentity(owner.key, { identityId })).body.data).toMatchObject({
        identityId,
        externalId: "assigned",
      })
    })

    test("an externalId is chosen by the caller and case-sensitive", async () => {
      const { owner, identityId } = await furnish()
      const lower = (await createIdentity(owner.key, { externalId: "user_1" })).body.data
      expect(lower.identityId).not.toBe(identityId)
      for (const [externalId, id] of [
        ["User_1", identityId],
        ["user_1", lower.identityId],
      ]) {
        expect((await getIdentity(owner.key, { externalId })).body.data.identityId).toBe(id)
      }
    })

    test("meta is an object whose inner keys are the caller's", async () => {
      const { owner } = await furnish()
      const meta = {
        plan: "pro",
        "with space": { deep: [1, null, { "": true }] },
        identityId: "mine",
        ключ: "значение",
      }
      const { identityId } = (await createIdentity(owner.key, { externalId: "meta", meta })).body.data
      expect((await getIdentity(owner.key, { identityId })).body.data.meta).toEqual(meta)
      for (const wrong of ["text", 5, [], null]) {
        expect((await createIdentity(owner.key, { externalId: "wrong", meta: wrong })).status).toBe(400)
      }
    })
  })

  describe("3 States and transitions:", () => {
    test.each(["rootKeys", "apiKeys"] as const)(
      "while a workspace is disabled, its %s are refused alike: enabled, disabled and expired ones",
      async (kind) => {
        const workspace = await furnish()
        const keys = Object.entries(workspace[kind]).map(([state, key]) => [state, plaintextOf(key)] as const)
        await disable(workspace)
        for (const [state, key] of keys) {
          for (const reply of [await listKeys(key), await listIdentities(key), await whoami(key)]) {
            expect({ state, ...errorOf(reply) }).toEqual({ state, ...workspaceDisabled })
          }
        }
      },
    )

    test("while a workspace is disabled, every operation at every path refuses its keys", async () => {
      const workspace = await furnish()
      await disable(workspace)
      for (const { method, path } of operations.flatMap(routesOf)) {
        for (const key of [workspace.owner.key, workspace.apiKeys.enabled.key]) {
          const reply = await keyward.request(path, { method, headers: bearer(key) })
          expect({ path, ...errorOf(reply) }).toEqual({ path, ...workspaceDisabled })
        }
      }
    })

    test("when it is re-enabled, all its keys become usable again, except individually disabled ones", async () => {
      const workspace = await furnish()
      const { owner, rootKeys, apiKeys, workspaceId } = workspace
      const before = (await listKeys(owner.key)).body.data
      const later = await keyward.ok("rootKeys.createRootKey", { permissions: ["*"] }, owner)
      await disable(workspace)
      // A key that is disabled meanwhile stays so too.
      const { rootKeyId } = later
      await keyward.ok("rootKeys.updateRootKey", { workspaceId, rootKeyId, enabled: false }, operator)
      await enable(workspace)
      expect((await listKeys(owner.key)).body.data).toEqual(before)
      expect((await listKeys(rootKeys.enabled.rootKey)).status).toBe(200)
      expect((await whoami(apiKeys.enabled.key)).status).toBe(200)
      const disabled = [rootKeys.disabled.rootKey, apiKeys.disabled.key, later.rootKey]
      for (const key of disabled) expect(errorOf(await whoami(key))).toEqual(refusal("authorization/key_disabled"))
      // Time has passed for expired keys, enabled workspace or not.
      for (const key of [rootKeys.expired.rootKey, apiKeys.expired.key]) {
        expect(errorOf(await whoami(key))).toEqual(refusal("authorization/key_expired"))
      }
      const codeOf = async (key: string) => (await post("/v2/keys.verifyKey", owner.key, { key })).body.data.code
      expect(await codeOf(apiKeys.enabled.key)).toBe("VALID")
      expect(await codeOf(apiKeys.disabled.key)).toBe("DISABLED")
    })

    test.each(Object.entries(reasons))("%s is a reason to disable a workspace: %s", async (reason) => {
      const workspace = await keyward.createWorkspace()
      const { workspaceId, rootKey } = workspace
      await disable(workspace, reason)
      expect(await keyward.ok("workspaces.getWorkspace", { workspaceId }, operator)).toMatchObject({
        enabled: false,
        disabledReason: reason,
      })
      expect(errorOf(await listKeys(rootKey))).toEqual(workspaceDisabled)
      await enable(workspace)
      expect((await listKeys(rootKey)).status).toBe(200)
    })

    test("there is no other reason to disable a workspace", async () => {
      const { workspaceId, rootKey } = await keyward.createWorkspace()
      const { status } = await keyward.call("workspaces.disableWorkspace", { workspaceId, reason: "mood" }, operator)
      expect([status, (await listKeys(rootKey)).status]).toEqual([400, 200])
    })

    test("an owner can ask for it, and every key is refused from then on", async () => {
      const { owner, apiKeys } = await furnish()
      await keyward.ok("workspaces.disableWorkspace", {}, owner)
      for (const key of [owner.key, apiKeys.enabled.key])
        expect(errorOf(await listKeys(key))).toEqual(workspaceDisabled)
    })

    test("a deleted identity is reported as nonexistent", async () => {
      const { owner, identityId } = await furnish()
      await keyward.ok("identities.deleteIdentity", { identity: identityId }, owner)
      expect(errorOf(await getIdentity(owner.key, { identityId }))).toEqual(identityNotFound)
      expect(errorOf(await getIdentity(owner.key, { externalId: "User_1" }))).toEqual(identityNotFound)
      expect((await listIdentities(owner.key)).body.data).toEqual([])
    })
  })

  describe("4 Endpoints:", () => {
    test("every operation is named `<resource>.<operation>` in the last path segment", () => {
      for (const operation of operations) {
        expect(operation.name).toMatch(/^[a-zA-Z]+\.[a-zA-Z]+$/)
        for (const { path } of routesOf(operation)) expect(path).toMatch(new RegExp(`^/v[12]/${operation.name}$`))
      }
    })

    test("POST /v1/keys.listKeys answers with the keys of the workspace, with or without a body", async () => {
      const { owner, apiKeys } = await furnish()
      for (const body of [undefined, {}]) {
        const reply = await post("/v1/keys.listKeys", owner.key, body)
        expect(reply.status).toBe(200)
        expect(reply.body.data.map(({ keyId }: { keyId: string }) => keyId)).toEqual(
          Object.values(apiKeys).map(({ keyId }) => keyId),
        )
      }
    })

    test("POST /v1/identities.getIdentity answers with the identity of that `identityId`", async () => {
      const { owner, identityId } = await furnish()
      const { status, body } = await getIdentity(owner.key, { identityId })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ identityId, externalId: "User_1", meta: { plan: "pro" } })
    })

    test("GET /v1/identities.listIdentities answers without body or parameters", async () => {
      const { owner, identityId } = await furnish()
      const { status, body } = await listIdentities(owner.key)
      expect(status).toBe(200)
      expect(body.data).toMatchObject([{ identityId, externalId: "User_1", meta: { plan: "pro" } }])
    })

    test("POST /v2/identities.createIdentity takes `externalId` and `meta`", async () => {
      const { owner } = await furnish()
      const { status, body } = await createIdentity(owner.key, { externalId: "User_2", meta: { seats: 3 } })
      expect(status).toBe(200)
      expect((await getIdentity(owner.key, { identityId: body.data.identityId })).body.data).toMatchObject({
        externalId: "User_2",
        meta: { seats: 3 },
      })
    })

    test("rule 1: listKeys with a key from a disabled workspace returns 403", async () => {
      const workspace = await furnish()
      await disable(workspace)
      expect(errorOf(await listKeys(workspace.owner.key))).toEqual(workspaceDisabled)
    })

    test("rule 2: getIdentity for an `identityId` that does not exist in the caller's workspace returns 404", async () => {
      const { owner } = await furnish()
      const identityId = "id_1CAiZx1YPnJZtcPxTdBGPS"
      expect(errorOf(await getIdentity(owner.key, { identityId }))).toEqual(identityNotFound)
    })

    test("rule 3: listIdentities lists all identities of the caller's workspace and finds the correct identifier", async () => {
      const [one, other] = [await furnish(), await furnish()]
      for (const externalId of ["a", "b", "c"]) await createIdentity(one.owner.key, { externalId })
      const { data } = (await listIdentities(one.owner.key)).body
      const externalIds = data.map(({ externalId }: { externalId: string }) => externalId)
      expect(externalIds).toEqual(["User_1", "a", "b", "c"])
      for (const identity of data) {
        const { body } = await getIdentity(one.owner.key, { identityId: identity.identityId })
        expect(body.data).toEqual(identity)
      }
      expect((await listIdentities(other.owner.key)).body.data).toHaveLength(1)
    })

    test("rule 4: createIdentity creates in the caller's workspace, and is the remedy when an identity was deleted", async () => {
      const [one, other] = [await furnish(), await furnish()]
      await keyward.ok("identities.deleteIdentity", { identity: one.identityId }, one.owner)
      const { identityId } = (await createIdentity(one.owner.key, { externalId: "User_1", meta: { anew: true } })).body
        .data
      expect(identityId).not.toBe(one.identityId)
      for (const body of [{ identityId }, { externalId: "User_1" }]) {
        expect((await getIdentity(one.owner.key, body)).body.data).toMatchObject({ identityId, meta: { anew: true } })
      }
      expect(errorOf(await getIdentity(other.owner.key, { identityId }))).toEqual(identityNotFound)
    })
  })

  describe("5 Authentication:", () => {
    test("every request carries a bearer key: without one, nothing is served", async () => {
      for (const { method, path } of operations.flatMap(routesOf)) {
        expect((await keyward.request(path, { method })).status).toBe(401)
      }
      expect((await listKeys("unknown")).status).toBe(401)
      const basic = { method: "POST", headers: { Authorization: `Basic ${keyward.rootKey}` } }
      expect((await keyward.request("/v1/keys.listKeys", basic)).status).toBe(400)
    })

    test("a valid, enabled key fails while its workspace is disabled", async () => {
      const workspace = await furnish()
      expect((await listKeys(workspace.rootKeys.enabled.rootKey)).status).toBe(200)
      await disable(workspace)
      expect(errorOf(await listKeys(workspace.rootKeys.enabled.rootKey))).toEqual(workspaceDisabled)
    })

    test("a key of a different, active workspace works, and that workspace's data is what is visible", async () => {
      const [one, other] = [await furnish(), await furnish()]
      await createIdentity(other.owner.key, { externalId: "theirs" })
      await disable(one)
      const { status, body } = await listIdentities(other.owner.key)
      expect(status).toBe(200)
      expect(body.data.map(({ externalId }: { externalId: string }) => externalId)).toEqual(["User_1", "theirs"])
      expect(body.data[0].identityId).toBe(other.identityId)
      expect(errorOf(await getIdentity(other.owner.key, { identityId: one.identityId }))).toEqual(identityNotFound)
      expect((await whoami(other.apiKeys.enabled.key)).status).toBe(200)
    })
  })

  describe("7 Errors:", () => {
    test("every error is an envelope of `meta.requestId` and `error` with detail, status, title and type", async () => {
      const { owner, apiKeys } = await furnish()
      const text = { method: "POST", headers: { ...bearer(owner.key), "Content-Type": "text/plain" }, body: "{}" }
      const broken = { ...text, headers: { ...bearer(owner.key), "Content-Type": "application/json" }, body: "{" }
      const replies = [
        await keyward.request("/v1/keys.listKeys", broken),
        await createIdentity(owner.key, {}),
        await listKeys("unknown"),
        await listKeys(apiKeys.enabled.key),
        await getIdentity(owner.key, { identityId: "unknown" }),
        await keyward.request("/v1/nothing.here"),
        await keyward.request("/v1/keys.listKeys"),
        await createIdentity(owner.key, { externalId: "User_1" }),
        await keyward.request("/v1/keys.listKeys", text),
      ]
      expect(replies.map(({ status }) => status)).toEqual([400, 400, 401, 403, 404, 404, 405, 409, 415])
      for (const { status, body } of replies) {
        expect(body).toEqual({
          meta: { requestId: expect.stringMatching(/^req_[1-9A-HJ-NP-Za-km-z]{22}$/) },
          error: {
            detail: expect.stringMatching(/./),
            status,
            title: STATUS_CODES[status],
            type: expect.stringMatching(new RegExp(`^${errors}/[a-z]+/[a-z_]+$`)),
            // A bad request also lists what is wrong with it.
            ...(status === 400 && { errors: expect.any(Array) }),
          },
        })
      }
    })

    test("7.1 workspace_disabled concerns keys of that workspace only, and clears when it is re-enabled", async () => {
      const [one, other] = [await furnish(), await furnish()]
      await disable(one)
      expect(errorOf(await listKeys(one.owner.key))).toEqual(workspaceDisabled)
      expect((await listKeys(other.owner.key)).status).toBe(200)
      await enable(one)
      expect((await listKeys(one.owner.key)).status).toBe(200)
      expect(errorOf(await listKeys(one.rootKeys.disabled.rootKey))).toEqual(refusal("authorization/key_disabled"))
    })

    test("7.2 identity_not_found: wrong or mistyped identifier", async () => {
      const { owner, identityId } = await furnish()
      for (const body of [
        { identityId: `${identityId}x` },
        { identityId: identityId.toUpperCase() },
        { identityId: "nothing like an id" },
        { identityId: "User_1" },
        { externalId: "User_11" },
      ]) {
        expect(errorOf(await getIdentity(owner.key, body))).toEqual(identityNotFound)
      }
    })

    test("7.2 identity_not_found: wrong letter case of an external identifier", async () => {
      const { owner } = await furnish()
      expect(errorOf(await getIdentity(owner.key, { externalId: "user_1" }))).toEqual(identityNotFound)
      expect((await getIdentity(owner.key, { externalId: "User_1" })).status).toBe(200)
    })

    test("7.2 identity_not_found: identity deleted, by either identifier", async () => {
      const { owner, identityId } = await furnish()
      await keyward.ok("identities.deleteIdentity", { identity: "User_1" }, owner)
      for (const body of [{ identityId }, { externalId: "User_1" }]) {
        expect(errorOf(await getIdentity(owner.key, body))).toEqual(identityNotFound)
      }
    })

    test("7.2 identity_not_found: identity belongs to another workspace, by either identifier", async () => {
      const [one, other] = [await furnish(), await furnish()]
      await createIdentity(other.owner.key, { externalId: "theirs" })
      for (const body of [{ identityId: other.identityId }, { externalId: "theirs" }]) {
        expect(errorOf(await getIdentity(one.owner.key, body))).toEqual(identityNotFound)
      }
    })
  })

  test("8 Limits: exceeding a quota can lead to the workspace being disabled", async () => {
    const workspace = await furnish()
    const { workspaceId, owner, apiKeys } = workspace
    const limits = { identities: 1, onExceeded: "disable" }
    await keyward.ok("workspaces.updateWorkspace", { workspaceId, limits }, operator)
    const refused = await createIdentity(owner.key, { externalId: "one too many" })
    expect(errorOf(refused)).toEqual(refusal("limits/quota_exceeded"))
    for (const key of [owner.key, apiKeys.enabled.key]) expect(errorOf(await listKeys(key))).toEqual(workspaceDisabled)
    const { disabledReason } = await keyward.ok("workspaces.getWorkspace", { workspaceId }, operator)
    expect(disabledReason).toBe("quota_exceeded")
    await enable(workspace)
    expect((await listIdentities(owner.key)).body.data).toHaveLength(1)
  })

  describe("9 Versioning:", () => {
    test("the version is part of the path: three operations at /v1, createIdentity at /v2 only", async () => {
      const { owner } = await furnish()
      const first = operations.flatMap(routesOf).filter(({ path }) => path.startsWith("/v1/"))
      expect(first.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
        "GET /v1/identities.listIdentities",
        "POST /v1/identities.getIdentity",
        "POST /v1/keys.listKeys",
      ])
      const misplaced = await post("/v1/identities.createIdentity", owner.key, { externalId: "x" })
      expect([misplaced.status, misplaced.body.error.type]).toEqual([404, `${errors}/application/route_not_found`])
    })

    test("error types carry `errors-v2` under either version", async () => {
      const { owner } = await furnish()
      for (const version of ["v1", "v2"]) {
        const { body } = await post(`/${version}/identities.getIdentity`, owner.key, { identityId: "unknown" })
        expect(body.error.type).toBe(`${docsBase}/api-reference/errors-v2/service/data/identity_not_found`)
      }
    })
  })
})

function plaintextOf(key: { readonly rootKey: string } | { readonly key: string }): string {
  return "rootKey" in key ? key.rootKey : key.key
}
