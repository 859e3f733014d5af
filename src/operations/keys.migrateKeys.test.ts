import { beforeAll, describe, expect, test } from "bun:test"
import { randomUUID } from "node:crypto"
import { createApi, createKey, deleteWorkspace, eventsDuring } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { base64Of, hexOf, newHash } from "../../test/transfer/hashes.ts"

describe.each([...engines])("keys.migrateKeys on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let apiId: string

  beforeAll(async () => {
    apiId = await createApi(keyward)
  })

  const migrate = (body: object, options = {}) => keyward.call("keys.migrateKeys", { apiId, ...body }, options)
  const verify = (key: string, body = {}) => keyward.ok("keys.verifyKey", { key, ...body })
  const get = (keyId: string) => keyward.ok("keys.getKey", { keyId })

  test("imports hashes in hex of either case and in base64, and the keys work at once", async () => {
    const plaintexts = ["sk_1_old", "sk_2_old", "sk_3_old"]
    expect((await verify("sk_1_old")).code).toBe("NOT_FOUND")
    const hashes = [hexOf("sk_1_old"), hexOf("sk_2_old").toUpperCase(), base64Of("sk_3_old")]
    const reply = await migrate({ keys: hashes.map((hash) => ({ hash })) })
    expect(reply.body.data).toEqual({
      migrated: hashes.map((hash) => ({ hash, keyId: expect.any(String) })),
      failed: [],
    })
    for (const [index, plaintext] of plaintexts.entries()) {
      const { keyId } = reply.body.data.migrated[index]
      expect(await verify(plaintext)).toMatchObject({ code: "VALID", keyId, apiId })
    }
  })

  test("lists hashes that are taken or repeated as failed, and imports the others", async () => {
    const created = await createKey(keyward, { apiId })
    const deleted = await createKey(keyward, { apiId })
    await keyward.ok("keys.deleteKey", { keyId: deleted.keyId })
    const ofDeletedApi = await createKey(keyward)
    await keyward.ok("apis.deleteApi", { apiId: ofDeletedApi.apiId })
    const erased = await createKey(keyward, { apiId })
    await keyward.ok("keys.deleteKey", { keyId: erased.keyId, permanent: true })
    const fresh = randomUUID()

    const taken = [created.key, deleted.key, ofDeletedApi.key].map(hexOf)
    const repeated = [hexOf(fresh), base64Of(fresh), hexOf(fresh).toUpperCase()]
    const hashes = [...taken.slice(0, 2), base64Of(fresh), ...taken.slice(2), ...repeated, base64Of(erased.key)]
    const events = await eventsDuring(keyward, async () => {
      const { data } = (await migrate({ keys: hashes.map((hash) => ({ hash })) })).body
      expect(data.migrated.map(({ hash }: { hash: string }) => hash)).toEqual([base64Of(fresh), base64Of(erased.key)])
      expect(data.failed).toEqual([...taken, ...repeated])
    })
    expect(events.map(({ type }) => type)).toEqual(["key.created", "key.created"])
    expect((await verify(erased.key)).code).toBe("VALID")
  })

  test("says nothing of other workspaces: whatever they have, live or deleted, is imported like anything else", async () => {
    const other = await keyward.createWorkspace()
    const minted = await createKey(keyward, {}, other.rootKey)
    const deleted = await createKey(keyward, {}, other.rootKey)
    await keyward.ok("keys.deleteKey", { keyId: deleted.keyId }, { key: other.rootKey })
    const gone = await keyward.createWorkspace()
    const ofGone = await createKey(keyward, {}, gone.rootKey)
    await deleteWorkspace(keyward, gone.workspaceId)
    const keys = [minted.key, deleted.key, ofGone.key, other.rootKey, gone.rootKey]
    const secrets = [...keys, keyward.operatorKey, randomUUID()]
    const { data } = (await migrate({ keys: secrets.map((key) => ({ hash: hexOf(key) })) })).body
    expect(data.migrated.map(({ hash }: { hash: string }) => hash)).toEqual(secrets.map(hexOf))
    expect(data.failed).toEqual([])
  })

  test("imports nothing the second time, and creates nothing for keys that fail", async () => {
    const keys = [{ hash: newHash(), externalId: "to be deleted", permissions: ["to.be.deleted"] }]
    await migrate({ keys })
    await keyward.ok("identities.deleteIdentity", { identity: "to be deleted" })
    await keyward.ok("permissions.deletePermission", { permission: "to.be.deleted" })
    const events = await eventsDuring(keyward, async () => {
      expect((await migrate({ keys })).body.data).toEqual({ migrated: [], failed: [keys[0]?.hash] })
    })
    expect(events).toEqual([])
    expect((await keyward.call("permissions.getPermission", { permission: "to.be.deleted" })).status).toBe(404)
  })

  test("finds prefixed keys by their long token, and adopts them when they are seen whole", async () => {
    const long = randomUUID().replaceAll("-", "")
    const keys = [{ hash: hexOf(long), algorithm: "prefixed_api_key" }]
    const [{ keyId }] = (await migrate({ keys })).body.data.migrated
    expect((await get(keyId)).start).toBe("")
    expect((await verify(long)).code).toBe("NOT_FOUND")
    expect(await verify(`my_company_short_${long}`)).toMatchObject({ code: "VALID", keyId })
    expect((await get(keyId)).start).toBe("my_company_shor")
    expect((await verify(`my_company_other_${long}`)).code).toBe("NOT_FOUND")
  })

  test("takes the algorithm of the migration where a key names none", async () => {
    const algorithm = "prefixed_api_key"
    const { migrationId } = await keyward.ok("keys.createMigration", { algorithm })
    const [one, other] = [randomUUID(), randomUUID()]
    const keys = [{ hash: hexOf(one) }, { hash: hexOf(other), algorithm: "sha256" }]
    await keyward.ok("keys.migrateKeys", { apiId, migrationId, keys })
    expect((await verify(one)).code).toBe("NOT_FOUND")
    expect((await verify(`a_b_${one}`, { migrationId: "mig_1BzmjTFLHWXwiSK4y3H5iW" })).code).toBe("NOT_FOUND")
    expect((await verify(`a_b_${one}`, { migrationId })).code).toBe("VALID")
    expect((await verify(other)).code).toBe("VALID")
  })

  test("gives a hash to two workspaces that import it at the same time, and once to one that imports it twice", async () => {
    const other = await keyward.createWorkspace()
    const theirApi = await createApi(keyward, other.rootKey)
    const keys = Array.from({ length: 20 }, () => ({ hash: newHash() }))
    const replies = await Promise.all([
      migrate({ keys }),
      keyward.call("keys.migrateKeys", { apiId: theirApi, keys: keys.toReversed() }, { key: other.rootKey }),
      migrate({ keys: keys.toReversed() }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const [ours, theirs, again] = replies.map(({ body }) => body.data)
    expect([theirs.migrated.length, theirs.failed.length]).toEqual([20, 0])
    expect([ours.migrated.length, again.migrated.length].toSorted()).toEqual([0, 20])
    expect(ours.failed.length + again.failed.length).toBe(20)
  })
})
