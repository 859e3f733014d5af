import { describe, expect, test } from "bun:test"
import { routesOf } from "../../src/http/server/routes.ts"
import { operations } from "../../src/operations/index.ts"
import { bearer } from "../conformance/exchange.ts"
import { engines } from "../harness.ts"
import { errorOf, identityNotFound, refusal, serveDocument, workspaceDisabled } from "./founding-document.ts"

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
          const reply = await keyward().request(path, { method, headers: bearer(key) })
          expect({ path, ...errorOf(reply) }).toEqual({ path, ...workspaceDisabled })
        }
      }
    })

    test("when it is re-enabled, all its keys become usable again, except individually disabled ones", async () => {
      const workspace = await furnish()
      const { owner, rootKeys, apiKeys, workspaceId } = workspace
      const before = (await listKeys(owner.key)).body.data
      const later = await keyward().ok("rootKeys.createRootKey", { permissions: ["*"] }, owner)
      await disable(workspace)
      // A key that was disabled in between stays disabled.
      const { rootKeyId } = later
      await keyward().ok("rootKeys.updateRootKey", { workspaceId, rootKeyId, enabled: false }, operator())
      await enable(workspace)
      expect((await listKeys(owner.key)).body.data).toEqual(before)
      expect((await listKeys(rootKeys.enabled.rootKey)).status).toBe(200)
      expect((await whoami(apiKeys.enabled.key)).status).toBe(200)
      const disabled = [rootKeys.disabled.rootKey, apiKeys.disabled.key, later.rootKey]
      for (const key of disabled) expect(errorOf(await whoami(key))).toEqual(refusal("authorization/key_disabled"))
      // Expired keys stay expired, whether or not the workspace is enabled.
      for (const key of [rootKeys.expired.rootKey, apiKeys.expired.key]) {
        expect(errorOf(await whoami(key))).toEqual(refusal("authorization/key_expired"))
      }
      const codeOf = async (key: string) => (await post("/v2/keys.verifyKey", owner.key, { key })).body.data.code
      expect(await codeOf(apiKeys.enabled.key)).toBe("VALID")
      expect(await codeOf(apiKeys.disabled.key)).toBe("DISABLED")
    })

    test.each(Object.entries(reasons))("%s is a reason to disable a workspace: %s", async (reason) => {
      const workspace = await keyward().createWorkspace()
      const { workspaceId, rootKey } = workspace
      await disable(workspace, reason)
      expect(await keyward().ok("workspaces.getWorkspace", { workspaceId }, operator())).toMatchObject({
        enabled: false,
        disabledReason: reason,
      })
      expect(errorOf(await listKeys(rootKey))).toEqual(workspaceDisabled)
      await enable(workspace)
      expect((await listKeys(rootKey)).status).toBe(200)
    })

    test("there is no other reason to disable a workspace", async () => {
      const { workspaceId, rootKey } = await keyward().createWorkspace()
      const { status } = await keyward().call(
        "workspaces.disableWorkspace",
        { workspaceId, reason: "mood" },
        operator(),
      )
      expect([status, (await listKeys(rootKey)).status]).toEqual([400, 200])
    })

    test("an owner can ask for it, and every key is refused from then on", async () => {
      const { owner, apiKeys } = await furnish()
      await keyward().ok("workspaces.disableWorkspace", {}, owner)
      for (const key of [owner.key, apiKeys.enabled.key])
        expect(errorOf(await listKeys(key))).toEqual(workspaceDisabled)
    })

    test("a deleted identity is reported as nonexistent", async () => {
      const { owner, identityId } = await furnish()
      await keyward().ok("identities.deleteIdentity", { identity: identityId }, owner)
      expect(errorOf(await getIdentity(owner.key, { identityId }))).toEqual(identityNotFound)
      expect(errorOf(await getIdentity(owner.key, { externalId: "User_1" }))).toEqual(identityNotFound)
      expect((await listIdentities(owner.key)).body.data).toEqual([])
    })
  })

  describe("5 Authentication:", () => {
    test("every request carries a bearer key: without one, nothing is served", async () => {
      for (const { method, path } of operations.flatMap(routesOf)) {
        expect((await keyward().request(path, { method })).status).toBe(401)
      }
      expect((await listKeys("unknown")).status).toBe(401)
      const basic = { method: "POST", headers: { Authorization: `Basic ${keyward().rootKey}` } }
      expect((await keyward().request("/v1/keys.listKeys", basic)).status).toBe(400)
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

  test("8 Limits: exceeding a quota can lead to the workspace being disabled", async () => {
    const workspace = await furnish()
    const { workspaceId, owner, apiKeys } = workspace
    const limits = { identities: 1, onExceeded: "disable" }
    await keyward().ok("workspaces.updateWorkspace", { workspaceId, limits }, operator())
    const refused = await createIdentity(owner.key, { externalId: "one too many" })
    expect(errorOf(refused)).toEqual(refusal("limits/quota_exceeded"))
    for (const key of [owner.key, apiKeys.enabled.key]) expect(errorOf(await listKeys(key))).toEqual(workspaceDisabled)
    const { disabledReason } = await keyward().ok("workspaces.getWorkspace", { workspaceId }, operator())
    expect(disabledReason).toBe("quota_exceeded")
    await enable(workspace)
    expect((await listIdentities(owner.key)).body.data).toHaveLength(1)
  })
})

function plaintextOf(key: { readonly rootKey: string } | { readonly key: string }): string {
  return "rootKey" in key ? key.rootKey : key.key
}
