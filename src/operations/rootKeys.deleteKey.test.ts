import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { outcomeOf } from "../../test/outcome.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("rootKeys.deleteKey on %s", (engine) => {
  const keyward = serveKeyward({ engine })

  const remove = (body: object, options = {}) => keyward.call("rootKeys.deleteKey", body, options)

  test("deletes a root key for good, records it, and knows it no longer", async () => {
    const { keyId, key } = await keyward.ok("rootKeys.createKey", { name: "CI", permissions: ["event.*.read_event"] })
    await keyward.ok("events.listEvents", {}, { key })
    expect((await remove({ keyId })).body.data).toEqual({})
    expect(outcomeOf(await keyward.call("events.listEvents", {}, { key }))).toBe("401 authentication/key_not_found")
    expect(outcomeOf(await remove({ keyId }))).toBe("404 data/root_key_not_found")
    const [event, created, ...more] = await keyward.events({ resourceId: keyId })
    expect([created?.type, more]).toEqual(["root_key.created", []])
    expect(event).toMatchObject({ type: "root_key.deleted", changes: { before: { name: "CI" }, after: null } })
  })

  test("keeps the only owner of a workspace, and every root key of another one", async () => {
    const own = await keyward.createWorkspace()
    const last = await remove({ keyId: own.rootKeyId }, { key: own.rootKey })
    expect(outcomeOf(last)).toBe("412 application/precondition_failed")
    expect(outcomeOf(await remove({ keyId: own.rootKeyId }))).toBe("404 data/root_key_not_found")
    const key = await keyward.createRootKey(["root_key.*.update_root_key"])
    const refused = await remove({ keyId: keyward.rootKeyId }, { key })
    expect(outcomeOf(refused)).toBe("403 authorization/insufficient_permissions")
    expect((await keyward.call("rootKeys.getRootKey", {}, { key: own.rootKey })).status).toBe(200)
  })
})
