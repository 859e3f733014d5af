import { describe, expect, test } from "bun:test"
import { engines } from "../harness.ts"
import { errorOf, identityNotFound, refusal, serveDocument } from "./founding-document.ts"

describe.each([...engines])("the founding document on %s", (engine) => {
  const {
    createIdentity,
    disable,
    enable,
    furnish,
    getIdentity,
    keyward,
    listIdentities,
    listKeys,
    operator,
    post,
    whoami,
  } = serveDocument(engine)

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
        await keyward().request("/v1/keys.listKeys", { method: "POST" }),
        await keyward().request("/v1/keys.listKeys"),
        await keyward().request("/nowhere"),
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
      const state = async () => (await keyward().ok("workspaces.getWorkspace", { workspaceId }, operator())).enabled
      expect(await state()).toBe(true)
      await disable(workspace)
      expect(await state()).toBe(false)
      await enable(workspace)
      expect(await state()).toBe(true)
    })

    test("an identity of another workspace cannot be reached and is treated as nonexistent", async () => {
      const [one, other] = [await furnish(), await furnish()]
      await keyward().ok("identities.createIdentity", { externalId: "only theirs" }, other.owner)
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
      await keyward().ok("keys.updateKey", { keyId: apiKeys.enabled.keyId, enabled: false }, owner)
      await keyward().ok("rootKeys.updateRootKey", { rootKeyId: rootKeys.enabled.rootKeyId, enabled: false }, owner)
      expect(errorOf(await whoami(apiKeys.enabled.key))).toEqual(refusal("authorization/key_disabled"))
      expect(errorOf(await listKeys(rootKeys.enabled.rootKey))).toEqual(refusal("authorization/key_disabled"))
      expect((await listKeys(owner.key)).status).toBe(200)
      expect((await keyward().ok("workspaces.getWorkspace", { workspaceId }, operator())).enabled).toBe(true)
      await keyward().ok("keys.updateKey", { keyId: apiKeys.enabled.keyId, enabled: true }, owner)
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
})
