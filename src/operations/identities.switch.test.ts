import { beforeAll, describe, expect, test } from "bun:test"
import { createKey, eventsDuring } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

/** docs/contract.md#26-customers-and-plans: the switch and the permissions of an identity, and scoped keys. */

describe.each(engines)("identities on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let apiId: string
  beforeAll(async () => {
    apiId = (await keyward.ok("apis.createApi", { name: "payments" })).apiId
  })

  const make = (attributes: object) => createKey(keyward, { apiId, ...attributes })
  const verify = (key: string, permissions?: string) =>
    keyward.ok("keys.verifyKey", { key, ...(permissions !== undefined && { permissions }) })
  const codeOf = async (key: string, permissions?: string) => (await verify(key, permissions)).code
  const update = (identity: string, change: object) => keyward.ok("identities.updateIdentity", { identity, ...change })
  const get = (keyId: string) => keyward.ok("keys.getKey", { keyId })

  test("that are disabled refuse every key, later ones too, with one event; enabled again, the keys are as before", async () => {
    const externalId = "switched"
    const first = await make({ externalId })
    const off = await make({ externalId, enabled: false })
    const other = await make({ externalId: "bystander" })
    const events = await eventsDuring(keyward, () => update(externalId, { enabled: false }))
    expect(events).toMatchObject([
      { type: "identity.updated", changes: { before: { enabled: true }, after: { enabled: false } } },
    ])
    const later = await make({ externalId })
    for (const { key } of [first, off, later]) {
      expect(await verify(key)).toMatchObject({ code: "DISABLED", identity: { externalId, enabled: false } })
    }
    expect(await codeOf(other.key)).toBe("VALID")
    expect(await get(first.keyId)).toMatchObject({ enabled: true, identity: { enabled: false } })
    await update(externalId, { enabled: true })
    expect(await Promise.all([first, off, later].map(({ key }) => codeOf(key)))).toEqual(["VALID", "DISABLED", "VALID"])
  })

  test("that are disabled refuse their keys as callers, also when these are in memory", async () => {
    const { key } = await make({ externalId: "caller" })
    const whoami = async () => outcomeOf(await keyward.call("keys.whoami", {}, { key }))
    expect(await whoami()).toBe("200")
    await update("caller", { enabled: false })
    expect(await whoami()).toBe("403 authorization/key_disabled")
    await update("caller", { enabled: true })
    expect(await whoami()).toBe("200")
  })

  test("can be created disabled, and are listed by their switch", async () => {
    await keyward.ok("identities.createIdentity", { externalId: "born-disabled", enabled: false })
    const { key } = await make({ externalId: "born-disabled" })
    expect(await codeOf(key)).toBe("DISABLED")
    const listed = async (enabled: boolean) => {
      const identities = await keyward.ok("identities.listIdentities", { enabled, limit: 100 })
      return identities.map((identity: { externalId: string }) => identity.externalId)
    }
    expect(await listed(false)).toEqual(["born-disabled"])
    expect(await listed(true)).not.toContain("born-disabled")
    expect(await listed(true)).toContain("bystander")
  })

  test("give their permissions to all their keys, and the keys say which come from them", async () => {
    const plain = await make({ externalId: "team", permissions: ["docs.read"] })
    const identity = await update("team", { permissions: ["docs.write", "docs.read"] })
    expect(identity.permissions).toEqual(["docs.read", "docs.write"])
    const later = await make({ externalId: "team" })
    expect(await codeOf(plain.key, "docs.read AND docs.write")).toBe("VALID")
    expect((await verify(later.key)).permissions).toEqual(["docs.read", "docs.write"])
    expect((await verify(later.key)).identity).not.toHaveProperty("permissions")
    expect(await get(plain.keyId)).toMatchObject({
      permissions: ["docs.read", "docs.write"],
      inheritedPermissions: ["docs.write"],
      directPermissions: ["docs.read"],
    })
    await update("team", { permissions: [] })
    expect(await codeOf(plain.key, "docs.write")).toBe("INSUFFICIENT_PERMISSIONS")
    expect(await codeOf(plain.key, "docs.read")).toBe("VALID")
  })

  test("lose a permission that is deleted", async () => {
    const { key } = await make({ externalId: "loser" })
    const { permissions } = await update("loser", { permissions: ["gone.soon"] })
    expect([permissions, await codeOf(key, "gone.soon")]).toEqual([["gone.soon"], "VALID"])
    await keyward.ok("permissions.deletePermission", { permission: "gone.soon" })
    expect(await codeOf(key, "gone.soon")).toBe("INSUFFICIENT_PERMISSIONS")
    expect((await keyward.ok("identities.getIdentity", { externalId: "loser" })).permissions).toEqual([])
  })

  test("bound what a scoped key holds", async () => {
    const permissions = ["docs.read", "docs.list"]
    const { key, keyId } = await make({ externalId: "scope", scoped: true, permissions })
    expect((await verify(key)).permissions).toEqual([])
    await update("scope", { permissions: ["docs.read", "docs.write"] })
    expect((await verify(key)).permissions).toEqual(["docs.read"])
    expect(await get(keyId)).toMatchObject({
      scoped: true,
      permissions: ["docs.read"],
      inheritedPermissions: [],
      directPermissions: ["docs.list", "docs.read"],
    })
    await keyward.ok("keys.updateKey", { keyId, scoped: false })
    expect((await verify(key)).permissions).toEqual(["docs.list", "docs.read", "docs.write"])
    await keyward.ok("keys.updateKeys", { keyIds: [keyId], scoped: true })
    const rerolled = await keyward.ok("keys.rerollKey", { keyId, expiration: 0 })
    expect((await verify(rerolled.key)).permissions).toEqual(["docs.read"])
    // Without an identity there is nothing to share.
    await keyward.ok("keys.updateKey", { keyId: rerolled.keyId, externalId: null })
    expect((await verify(rerolled.key)).permissions).toEqual([])
  })

  test("that are disabled leave no key free when they are deleted, unless the caller may and says so", async () => {
    const [kept, stopped] = [await make({ externalId: "leaves-one" }), await make({ externalId: "leaves-two" })]
    const mayNotUpdate = await keyward.createRootKey(["identity.*.delete_identity"])
    for (const identity of ["leaves-one", "leaves-two"]) {
      await update(identity, { enabled: false })
      for (const more of [{}, { keys: "keep" }]) {
        const call = ["identities.deleteIdentity", { identity, ...more }, { key: mayNotUpdate }] as const
        await expectRefused(keyward, [...call], "403 authorization/insufficient_permissions")
      }
    }
    await keyward.ok("identities.deleteIdentity", { identity: "leaves-one", keys: "keep" })
    await keyward.ok("identities.deleteIdentity", { identity: "leaves-two" })
    expect([await codeOf(kept.key), await codeOf(stopped.key)]).toEqual(["VALID", "DISABLED"])
  })

  test("need the rights over permissions of keys for what a call adds and removes", async () => {
    await make({ externalId: "guarded" })
    const allowed = ["identity.*.update_identity", "identity.*.create_identity"]
    const key = await keyward.createRootKey(allowed)
    const refused = "403 authorization/insufficient_permissions"
    await keyward.ok("identities.updateIdentity", { identity: "guarded", enabled: true }, { key })
    const adding = { identity: "guarded", permissions: ["docs.read"] }
    await expectRefused(keyward, ["identities.updateIdentity", adding, { key }], refused)
    const creating = { externalId: "guarded-2", permissions: ["docs.read"] }
    await expectRefused(keyward, ["identities.createIdentity", creating, { key }], refused)
    const adder = await keyward.createRootKey([...allowed, "rbac.*.add_permission_to_key"])
    const unknown = { identity: "guarded", permissions: ["never.seen"] }
    await expectRefused(keyward, ["identities.updateIdentity", unknown, { key: adder }], refused)
    await keyward.ok("identities.updateIdentity", adding, { key: adder })
    const removing = { identity: "guarded", permissions: [] }
    await expectRefused(keyward, ["identities.updateIdentity", removing, { key: adder }], refused)
  })

  test("accept at most 200 permissions, and no unknown id", async () => {
    const tooMany = Array.from({ length: 201 }, (_, index) => `many.${index}`)
    await make({ externalId: "full" })
    await expectViolations(keyward, "identities.updateIdentity", [
      [{ identity: "full", permissions: tooMany }, "body.permissions"],
      [{ identity: "full", enabled: null }, "body.enabled"],
    ])
    const unknown = { identity: "full", permissions: ["perm_1CAiZx1YPnJZtcPxTdBGPS"] }
    await expectRefused(keyward, ["identities.updateIdentity", unknown], "404 data/permission_not_found")
    expect((await update("full", { permissions: tooMany.slice(1) })).permissions).toHaveLength(200)
  })
})
