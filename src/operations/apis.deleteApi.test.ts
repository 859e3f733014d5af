import { beforeEach, describe, expect, test } from "bun:test"
import { createApi, createKey, deletedInEvents, eventsDuring } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectRefused } from "../../test/requests/refusals.ts"

describe.each([...engines])("apis.deleteApi on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let apiId: string

  beforeEach(async () => {
    apiId = await createApi(keyward)
  })

  test("makes the API unknown, also to a second deletion, and records it once", async () => {
    const before = await keyward.ok("apis.getApi", { apiId })
    const events = await eventsDuring(keyward, async () => {
      expect(await keyward.ok("apis.deleteApi", { apiId })).toEqual({})
    })
    for (const operation of ["apis.deleteApi", "apis.getApi", "apis.updateApi", "apis.listKeys", "keys.createKey"]) {
      await expectRefused(keyward, [operation, { apiId }], "404 data/api_not_found")
    }
    const actor = { type: "root_key", id: keyward.rootKeyId }
    expect(events).toMatchObject([{ type: "api.deleted", actor, resources: [{ type: "api", id: apiId }] }])
    expect(events[0]?.changes).toEqual({ before: deletedInEvents(before), after: null })
  })

  test("takes its keys along, and no other key", async () => {
    const gone = await createKey(keyward, { apiId })
    const kept = await createKey(keyward)
    await keyward.ok("apis.deleteApi", { apiId })
    const verify = async (key: string) => (await keyward.ok("keys.verifyKey", { key })).code
    expect([await verify(gone.key), await verify(kept.key)]).toEqual(["NOT_FOUND", "VALID"])
    const asBearer = await keyward.call("keys.whoami", undefined, { key: gone.key })
    expect(outcomeOf(asBearer)).toBe("401 authentication/key_not_found")
    for (const operation of ["keys.getKey", "keys.updateKey", "keys.deleteKey"]) {
      await expectRefused(keyward, [operation, { keyId: gone.keyId }], "404 data/key_not_found")
    }
    expect(await keyward.events({ resourceId: gone.keyId })).toHaveLength(1)
  })

  test("spares a protected API until the protection is taken away", async () => {
    await keyward.ok("apis.updateApi", { apiId, deleteProtection: true })
    const detail = await expectRefused(keyward, ["apis.deleteApi", { apiId }], "412 application/protected_resource")
    expect(detail).toContain("deleteProtection")
    expect((await keyward.ok("apis.getApi", { apiId })).id).toBe(apiId)
    await keyward.ok("apis.updateApi", { apiId, deleteProtection: false })
    await keyward.ok("apis.deleteApi", { apiId })
  })

  test("asks for the grant for this API before the protection", async () => {
    await keyward.ok("apis.updateApi", { apiId, deleteProtection: true })
    const key = await keyward.createRootKey([`api.${await createApi(keyward)}.delete_api`])
    const refused = await keyward.call("apis.deleteApi", { apiId }, { key })
    expect(outcomeOf(refused)).toBe("403 authorization/insufficient_permissions")
  })

  test("deletes once when it is called many times at once", async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => keyward.call("apis.deleteApi", { apiId })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    expect(await keyward.events({ resourceId: apiId, type: "api.deleted" })).toHaveLength(1)
  })
})
