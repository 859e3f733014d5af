import { beforeAll, describe, expect, test } from "bun:test"
import { createApi, deletedInEvents, eventsDuring } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectViolations } from "../../test/requests/refusals.ts"
import { countRows } from "../../test/storage/database.ts"
import { watchStorage } from "../../test/storage/watch-storage.ts"

describe.each([...engines])("keys.deleteKeys on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  const unchanged = watchStorage(keyward)
  let apiId: string
  let otherApi: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
    otherApi = await createApi(keyward)
  })

  const add = async (count: number, attributes: object = {}, api = apiId) => {
    const keys = Array.from({ length: count }, () => attributes)
    const created: readonly { keyId: string; key: string }[] = (
      await keyward.ok("keys.createKeys", { apiId: api, keys })
    ).keys
    return created
  }
  const idsOf = (keys: readonly { readonly keyId: string }[]) => keys.map(({ keyId }) => keyId)
  const deleteKeys = (body: object) => keyward.ok("keys.deleteKeys", body)
  const codeOf = async (key: string | undefined) => (await keyward.ok("keys.verifyKey", { key })).code

  test("deletes the listed keys of any API, each with one event, and leaves all others", async () => {
    const [one, other] = [await add(1, { externalId: "carol", credits: { remaining: 5 } }), await add(1, {}, otherApi)]
    const [kept] = await add(1)
    const keyIds = idsOf([...other, ...one])
    for (const { key } of [...one, ...other]) expect(await codeOf(key)).toBe("VALID")
    const shown = await Promise.all(keyIds.map((keyId) => keyward.ok("keys.getKey", { keyId })))
    const events = await eventsDuring(keyward, async () => {
      // An id that is listed twice is one key.
      expect(await deleteKeys({ keyIds: [...keyIds, ...keyIds] })).toEqual({ deleted: 2 })
    })
    expect(events.map(({ type }) => type)).toEqual(["key.deleted", "key.deleted"])
    for (const { changes, resources } of events) {
      const before = shown.find(({ keyId }) => keyId === resources[0]?.id)
      const { lastUsedAt: _now, ...recorded } = changes.before ?? {}
      const { lastUsedAt: _then, ...expected } = deletedInEvents(before)
      expect([recorded, changes.after]).toEqual([expected, null])
    }
    for (const { key } of [...one, ...other]) expect(await codeOf(key)).toBe("NOT_FOUND")
    expect(await codeOf(kept?.key)).toBe("VALID")
    expect(outcomeOf(await keyward.call("keys.deleteKeys", { keyIds }))).toBe("404 data/key_not_found")
  })

  test("erases permanently, with balances that no other key shares", async () => {
    const [old] = await add(1, { credits: { remaining: 5 } })
    const successor = await keyward.ok("keys.rerollKey", { keyId: old?.keyId, expiration: 0 })
    const alone = await add(2, { credits: { remaining: 5 } })
    const before = await countRows(keyward, "balances")
    expect(await deleteKeys({ keyIds: [old?.keyId, ...idsOf(alone)], permanent: true })).toEqual({ deleted: 3 })
    expect(await countRows(keyward, "balances")).toBe(before - 2)
    expect(await countRows(keyward, `keys where id = '${old?.keyId}'`)).toBe(0)
    expect(await keyward.ok("keys.verifyKey", { key: successor.key })).toMatchObject({ code: "VALID", credits: 4 })
  })

  test("deletes all keys of an API in slices, and the API stays", async () => {
    const api = await createApi(keyward)
    const keys = await add(250, {}, api)
    const events = await countRows(keyward, "events where type = 'key.deleted'")
    expect(await deleteKeys({ apiId: api })).toEqual({ deleted: 250 })
    expect(await countRows(keyward, "events where type = 'key.deleted'")).toBe(events + 250)
    expect(await keyward.ok("keys.listKeys", { apiId: api })).toEqual([])
    expect(await codeOf(keys[249]?.key)).toBe("NOT_FOUND")
    expect(await deleteKeys({ apiId: api })).toEqual({ deleted: 0 })
    expect((await keyward.ok("apis.getApi", { apiId: api })).id).toBe(api)
  })

  test("deletes all keys of an identity, in any API, and the identity stays", async () => {
    const keys = [...(await add(2, { externalId: "dave" })), ...(await add(1, { externalId: "dave" }, otherApi))]
    const { identityId } = await keyward.ok("identities.getIdentity", { externalId: "dave" })
    expect(await deleteKeys({ identity: identityId })).toEqual({ deleted: 3 })
    for (const { key } of keys) expect(await codeOf(key)).toBe("NOT_FOUND")
    expect(await deleteKeys({ identity: "dave" })).toEqual({ deleted: 0 })
  })

  test("needs the permission for the API of every key, and else deletes none", async () => {
    const keyIds = idsOf([
      ...(await add(2, { externalId: "erin" })),
      ...(await add(1, { externalId: "erin" }, otherApi)),
    ])
    const key = await keyward.createRootKey([`api.${apiId}.delete_key`])
    await unchanged(async () => {
      for (const body of [{ keyIds }, { identity: "erin" }, { apiId: otherApi }]) {
        const reply = await keyward.call("keys.deleteKeys", body, { key })
        expect(outcomeOf(reply)).toBe("403 authorization/insufficient_permissions")
        expect(reply.body.error.detail).toContain(`api.${otherApi}.delete_key`)
        expect(reply.body.error.detail).not.toContain(apiId)
      }
    })
    expect((await keyward.call("keys.deleteKeys", { keyIds: keyIds.slice(0, 2) }, { key })).body.data).toEqual({
      deleted: 2,
    })
    const both = await keyward.createRootKey([apiId, otherApi].map((id) => `api.${id}.delete_key`))
    expect((await keyward.call("keys.deleteKeys", { identity: "erin" }, { key: both })).body.data).toEqual({
      deleted: 1,
    })
  })

  test("deletes nothing if one id is unknown, of another workspace, or deleted", async () => {
    const known = idsOf(await add(150))
    const [gone] = idsOf(await add(1))
    await deleteKeys({ keyIds: [gone] })
    const stranger = await keyward.createWorkspace()
    const theirApi = await createApi(keyward, stranger.rootKey)
    const theirs = await keyward.ok("keys.createKey", { apiId: theirApi }, { key: stranger.rootKey })
    await unchanged(async () => {
      for (const id of ["key_unknown", gone, theirs.keyId]) {
        const reply = await keyward.call("keys.deleteKeys", { keyIds: [...known, id] })
        expect(outcomeOf(reply)).toBe("404 data/key_not_found")
        expect(reply.body.error.detail).toContain(id)
      }
      expect(outcomeOf(await keyward.call("keys.deleteKeys", { apiId: theirApi }))).toBe("404 data/api_not_found")
      const identity = await keyward.call("keys.deleteKeys", { identity: "nobody" })
      expect(outcomeOf(identity)).toBe("404 data/identity_not_found")
    })
  })

  test("refuses invalid input", () =>
    expectViolations(keyward, "keys.deleteKeys", [
      [{}, "body"],
      [{ keyIds: ["key_1"], apiId: "api_1" }, "body"],
      [{ keyIds: [] }, "body.keyIds"],
      [{ keyIds: Array.from({ length: 10_001 }, () => "k") }, "body.keyIds"],
      [{ keyIds: [...Array.from({ length: 5_000 }, () => "k"), ""] }, "body.keyIds[5000]"],
      [{ keyIds: ["key_1"], cursor: "abc" }, "body.cursor"],
      [{ apiId: "api_1", cursor: "abc" }, "body.cursor"],
      [{ apiId: "api_1", permanent: 1 }, "body.permanent"],
    ]))
})
