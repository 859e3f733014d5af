import { beforeAll, describe, expect, test } from "bun:test"
import { createHash, randomUUID } from "node:crypto"
import { createApi, createKey, deleteWorkspace, eventsDuring, keyInEvents } from "../../test/fixtures.ts"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

const base64Of = (plaintext: string) => createHash("sha256").update(plaintext).digest("base64")
const hexOf = (plaintext: string) => createHash("sha256").update(plaintext).digest("hex")
const newHash = () => base64Of(randomUUID())

describe.each([...engines])("keys.migrateKeys on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-15T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })
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

  test("knows nothing of the plaintext, and records the creation without the hash", async () => {
    const hash = newHash()
    const [{ keyId }] = (await migrate({ keys: [{ hash }] })).body.data.migrated
    const key = await get(keyId)
    expect(key).toEqual({
      keyId,
      apiId,
      start: "",
      enabled: true,
      meta: {},
      createdAt: clock.now,
      permissions: [],
      roles: [],
      ratelimits: [],
      ipAllowlist: [],
      recoverable: false,
    })
    const events = await keyward.events({ resourceId: keyId })
    expect(events).toEqual([
      expect.objectContaining({
        type: "key.created",
        resources: [
          { type: "key", id: keyId },
          { type: "api", id: apiId },
        ],
        changes: { before: null, after: key },
      }),
    ])
    expect(JSON.stringify(events)).not.toContain(hash)
  })

  test("gives the keys everything that a created key can have", async () => {
    const { roleId } = await keyward.ok("permissions.createRole", { name: "editor", permissions: ["docs.write"] })
    const { identityId } = await keyward.ok("identities.createIdentity", { externalId: "known", meta: { since: 2020 } })
    const keys = [
      {
        hash: newHash(),
        name: "Alice's laptop",
        externalId: "known",
        meta: { plan: "pro" },
        roles: [roleId, "editor"],
        permissions: ["docs.read", "docs.read"],
        expires: clock.now + 1000,
        enabled: false,
        credits: { remaining: 5, refill: { interval: "monthly", amount: 10, refillDay: 1 } },
        ratelimits: [
          { name: "requests", limit: 10, duration: 60_000, autoApply: true },
          { name: "bytes", limit: 1, duration: 1000 },
        ],
      },
      { hash: newHash(), externalId: "unknown", permissions: ["docs.read", "docs.new"], credits: { remaining: null } },
      {
        hash: newHash(),
        externalId: "unknown",
        credits: { remaining: 0, refill: { interval: "daily", amount: 3, refillDay: 9 } },
      },
    ]
    let migrated: { keyId: string }[] = []
    const events = await eventsDuring(keyward, async () => {
      migrated = (await migrate({ keys })).body.data.migrated
    })
    const [first, second, third] = await Promise.all(migrated.map(({ keyId }) => get(keyId)))
    expect(first).toMatchObject({
      name: "Alice's laptop",
      identity: { id: identityId, externalId: "known", meta: { since: 2020 } },
      meta: { plan: "pro" },
      roles: ["editor"],
      permissions: ["docs.read", "docs.write"],
      expires: clock.now + 1000,
      enabled: false,
      credits: { remaining: 5, refill: { interval: "monthly", amount: 10, refillDay: 1 } },
      ratelimits: [
        { name: "bytes", limit: 1, duration: 1000, autoApply: false },
        { name: "requests", limit: 10, duration: 60_000, autoApply: true },
      ],
    })
    expect(second).toMatchObject({ permissions: ["docs.new", "docs.read"], identity: { externalId: "unknown" } })
    expect(second).not.toHaveProperty("credits")
    expect(third).toMatchObject({ identity: second.identity })
    expect(third.credits).toEqual({ remaining: 0, refill: { interval: "daily", amount: 3 } })
    expect(events.map(({ type }) => type)).toEqual([
      "permission.created",
      "permission.created",
      "identity.created",
      "key.created",
      "key.created",
      "key.created",
    ])
    expect(events.slice(3).map(({ changes }) => changes.after)).toEqual([
      keyInEvents(first, ["docs.read"]),
      keyInEvents(second, ["docs.new", "docs.read"]),
      keyInEvents(third, []),
    ])
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
    const secrets = [
      minted.key,
      deleted.key,
      ofGone.key,
      other.rootKey,
      gone.rootKey,
      keyward.operatorKey,
      randomUUID(),
    ]
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

  test("imports 10,000 keys in one call, in the order of the request", async () => {
    const { rootKey } = await keyward.createWorkspace()
    const own = { key: rootKey }
    const large = await createApi(keyward, rootKey)
    const keys = Array.from({ length: 10_000 }, (_, index) => ({ hash: newHash(), externalId: `u${index % 1000}` }))
    const { migrated } = await keyward.ok("keys.migrateKeys", { apiId: large, keys }, own)
    expect(migrated.map(({ hash }: { hash: string }) => hash)).toEqual(keys.map(({ hash }) => hash))
    const listed = await keyward.ok("keys.listKeys", {}, own)
    expect(listed.map(({ keyId }: { keyId: string }) => keyId)).toEqual(
      migrated.slice(0, 100).map(({ keyId }: { keyId: string }) => keyId),
    )
    const newest = await keyward.ok("events.listEvents", { type: "key.created" }, own)
    expect(newest.map(({ resources: [key] }: { resources: { id: string }[] }) => key?.id)).toEqual(
      migrated
        .slice(-100)
        .map(({ keyId }: { keyId: string }) => keyId)
        .reverse(),
    )
    const identities = await keyward.ok("identities.listIdentities", {}, own)
    expect(identities).toHaveLength(100)
    expect(identities[99]).toMatchObject({ externalId: "u99" })
  })
})
