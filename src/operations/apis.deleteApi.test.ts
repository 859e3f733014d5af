import { beforeEach, describe, expect, test } from "bun:test"
import { deletedInEvents } from "../../test/fixtures.ts"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("apis.deleteApi on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let apiId: string

  beforeEach(async () => {
    apiId = (await keyward.ok("apis.createApi", { name: "Payments" })).apiId
  })

  const remove = (body: unknown, options = {}) => keyward.call("apis.deleteApi", body, options)
  const refusedAs = ({ status, body }: Awaited<ReturnType<typeof remove>>) =>
    status === 200 ? "nothing" : `${status} ${body.error.type.split("/service/")[1]}`

  test("makes the API unknown at once, also to a second deletion, and records it once", async () => {
    const before = await keyward.ok("apis.getApi", { apiId })
    expect((await remove({ apiId })).body.data).toEqual({})
    const listed = await keyward.ok("apis.listApis")
    expect(listed.map(({ id }: { id: string }) => id)).not.toContain(apiId)
    for (const operation of ["apis.deleteApi", "apis.getApi", "apis.updateApi"]) {
      expect(refusedAs(await keyward.call(operation, { apiId }))).toBe("404 data/api_not_found")
    }
    const events = await keyward.events({ resourceId: apiId })
    expect(events.map(({ type }) => type)).toEqual(["api.deleted", "api.created"])
    expect(events[0]).toMatchObject({
      actor: { type: "root_key", id: keyward.rootKeyId },
      resources: [{ type: "api", id: apiId }],
    })
    expect(events[0]?.changes).toEqual({ before: deletedInEvents(before), after: null })
  })

  test("takes its keys along, and no other key", async () => {
    const other = await keyward.ok("apis.createApi", { name: "Another" })
    const gone = await keyward.ok("keys.createKey", { apiId })
    const kept = await keyward.ok("keys.createKey", { apiId: other.apiId })
    await keyward.ok("apis.deleteApi", { apiId })
    const verify = async (key: string) => (await keyward.ok("keys.verifyKey", { key })).code
    expect([await verify(gone.key), await verify(kept.key)]).toEqual(["NOT_FOUND", "VALID"])
    const asBearer = await keyward.call("keys.whoami", undefined, { key: gone.key })
    expect(refusedAs(asBearer)).toBe("401 authentication/key_not_found")
    for (const operation of ["keys.getKey", "keys.updateKey", "keys.deleteKey"]) {
      expect(refusedAs(await keyward.call(operation, { keyId: gone.keyId }))).toBe("404 data/key_not_found")
    }
    expect(refusedAs(await keyward.call("keys.createKey", { apiId }))).toBe("404 data/api_not_found")
    expect(refusedAs(await keyward.call("apis.listKeys", { apiId }))).toBe("404 data/api_not_found")
    expect(await keyward.events({ resourceId: gone.keyId })).toHaveLength(1)
  })

  test("spares a protected API until the protection is taken away", async () => {
    await keyward.ok("apis.updateApi", { apiId, deleteProtection: true })
    const reply = await remove({ apiId })
    expect(refusedAs(reply)).toBe("412 application/protected_resource")
    expect(reply.body.error.detail).toContain("deleteProtection")
    expect((await keyward.ok("apis.getApi", { apiId })).id).toBe(apiId)
    expect(await keyward.events({ resourceId: apiId, type: "api.deleted" })).toEqual([])
    await keyward.ok("apis.updateApi", { apiId, deleteProtection: false })
    expect((await remove({ apiId })).status).toBe(200)
  })

  test("needs the grant for this API, which is asked for before the protection", async () => {
    await keyward.ok("apis.updateApi", { apiId, deleteProtection: true })
    const other = await keyward.ok("apis.createApi", { name: "Another" })
    const key = await keyward.createRootKey([`api.${other.apiId}.delete_api`])
    const refused = await remove({ apiId }, { key })
    expect([refused.status, refused.body.error.detail]).toEqual([
      403,
      expect.stringContaining(`\`api.${apiId}.delete_api\``),
    ])
    expect((await remove({ apiId: other.apiId }, { key })).status).toBe(200)
    const weak = await keyward.createRootKey(["api.*.update_api"])
    expect((await remove({}, { key: weak })).body.error.detail).toContain("`api.*.delete_api`")
  })

  test("deletes once when it is called many times at once", async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => remove({ apiId })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    expect(await keyward.events({ resourceId: apiId, type: "api.deleted" })).toHaveLength(1)
  })
})
