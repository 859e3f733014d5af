import { beforeAll, describe, expect, test } from "bun:test"
import { createHash, randomBytes } from "node:crypto"
import { createApi, createKey, eventsDuring } from "../../../test/fixtures.ts"
import { engines, type TestWorkspace } from "../../../test/harness.ts"
import { outcomeOf } from "../../../test/outcome.ts"
import { serveKeyward } from "../../../test/serve-keyward.ts"

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
const token = () => randomBytes(12).toString("hex")
const unknown = { valid: false, code: "NOT_FOUND" }

describe.each([...engines])("finding the key to verify on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let other: TestWorkspace
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
    other = await keyward.createWorkspace()
  })

  const verify = (key: string, more: object = {}, options = {}) =>
    keyward.ok("keys.verifyKey", { key, ...more }, options)
  const get = (keyId: string) => keyward.ok("keys.getKey", { keyId })

  describe("NOT_FOUND", () => {
    test("is the same answer for whatever the caller may not know about", async () => {
      const deleted = await createKey(keyward, { apiId })
      await keyward.ok("keys.deleteKey", { keyId: deleted.keyId })
      const erased = await createKey(keyward, { apiId })
      await keyward.ok("keys.deleteKey", { keyId: erased.keyId, permanent: true })
      const ofDeletedApi = await createKey(keyward)
      await keyward.ok("apis.deleteApi", { apiId: ofDeletedApi.apiId })
      const revoked = await createKey(keyward, { apiId })
      await keyward.ok("keys.revokeSelf", {}, { key: revoked.key })
      const ofOther = await createKey(keyward, { credits: { remaining: 1 } }, other.rootKey)
      const uncovered = await createKey(keyward, { enabled: false, externalId: "secret" })
      const { key: living } = await createKey(keyward, { apiId })
      const narrow = await keyward.createRootKey([`api.${apiId}.verify_key`])
      const { rootKey } = await keyward.ok("rootKeys.createRootKey", { permissions: ["*"] })

      const before = [await keyward.events(), await keyward.events({ workspaceId: other.workspaceId })]
      const secrets = {
        deleted: deleted.key,
        erased: erased.key,
        "of a deleted API": ofDeletedApi.key,
        revoked: revoked.key,
        "of another workspace": ofOther.key,
        "of an API that the caller may not verify": uncovered.key,
        "a root key": rootKey,
        "the caller itself": narrow,
        "an operator key": keyward.operatorKey,
        "an id of a key": deleted.keyId,
        "almost a key": living.slice(0, -1),
        "a key and more": `${living} `,
        "in another case": living.toUpperCase(),
        "never seen": "acme_live_6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ",
        "no key at all": "'; drop table keys; --",
      }
      const seen = new Set<string>()
      for (const [what, key] of Object.entries(secrets)) {
        const body = { key, permissions: "a", ratelimits: [{ name: "unknown" }], credits: { cost: 5 } }
        const reply = await keyward.call("keys.verifyKey", body, { key: narrow })
        expect([what, reply.status, reply.body.data]).toEqual([what, 200, unknown])
        seen.add(reply.text.replace(reply.body.meta.requestId, ""))
        expect([...reply.headers.keys()].sort()).toEqual(
          [...(await keyward.call("keys.verifyKey", { key: "x" })).headers.keys()].sort(),
        )
      }
      expect(seen.size).toBe(1)
      const { "of an API that the caller may not verify": _covered, ...never } = secrets
      for (const [what, key] of Object.entries(never)) expect([what, await verify(key)]).toEqual([what, unknown])
      expect([await keyward.events(), await keyward.events({ workspaceId: other.workspaceId })]).toEqual(before)
      expect((await verify(ofOther.key, {}, { key: other.rootKey })).credits).toBe(0)
    })

    test("never comes from a failing checksum: foreign formats are keys too", async () => {
      const foreign = "any text 🔑 that was a key elsewhere"
      const keys = [{ hash: sha256(foreign) }]
      const { migrated } = await keyward.ok("keys.migrateKeys", { apiId, keys })
      expect(await verify(foreign)).toMatchObject({ code: "VALID", keyId: migrated[0].keyId })
    })
  })

  describe("an imported key", () => {
    const importKey = async (longToken: string, more: object = {}, migration: object = {}) => {
      const keys = [{ hash: sha256(longToken), algorithm: "prefixed_api_key", ...more }]
      const { migrated } = await keyward.ok("keys.migrateKeys", { apiId, ...migration, keys })
      return migrated[0].keyId as string
    }

    test("known by its whole hash is found by it at once, in either notation, and never adopted", async () => {
      const [one, two] = [`legacy_${token()}_${token()}`, token()]
      const keys = [
        { hash: sha256(one).toUpperCase(), algorithm: "sha256" },
        { hash: Buffer.from(sha256(two), "hex").toString("base64") },
      ]
      const { migrated } = await keyward.ok("keys.migrateKeys", { apiId, keys })
      const events = await eventsDuring(keyward, async () => {
        expect((await verify(one)).keyId).toBe(migrated[0].keyId)
        expect((await verify(two)).keyId).toBe(migrated[1].keyId)
      })
      expect(events).toEqual([])
      expect((await get(migrated[0].keyId)).start).toBe("")
    })

    test("is neither found nor adopted where the request names other keyspaces", async () => {
      const long = token()
      const key = `acme_live_${token()}_${long}`
      const keyId = await importKey(long)
      const keyspaces = [await createApi(keyward)]
      const events = await eventsDuring(keyward, async () => {
        expect(await keyward.ok("keys.verifyKey", { key, keyspaces })).toEqual({ valid: false, code: "NOT_FOUND" })
      })
      expect(events).toEqual([])
      expect((await get(keyId)).start).toBe("")
      keyspaces.push(apiId)
      expect(await keyward.ok("keys.verifyKey", { key, keyspaces })).toMatchObject({ code: "VALID", keyId })
    })

    test("known by its long token is adopted by its first verification, with one event", async () => {
      const long = token()
      const plaintext = `acme_live_${token()}_${long}`
      const keyId = await importKey(long)
      const before = await get(keyId)
      expect(before.start).toBe("")
      expect((await keyward.ok("keys.whoami", { key: plaintext })).keyId).toBe(keyId)
      expect((await get(keyId)).start).toBe("")

      const caller = await keyward.ok("rootKeys.createRootKey", { permissions: ["api.*.verify_key"] })
      let requestId = ""
      const events = await eventsDuring(keyward, async () => {
        const reply = await keyward.call("keys.verifyKey", { key: plaintext }, { key: caller.rootKey })
        requestId = reply.body.meta.requestId
        expect(reply.body.data).toMatchObject({ code: "VALID", keyId })
        expect((await verify(plaintext)).code).toBe("VALID")
      })
      const start = plaintext.slice(0, "acme_live_".length + 4)
      expect(events).toMatchObject([
        {
          type: "key.updated",
          actor: { type: "root_key", id: caller.rootKeyId },
          resources: [
            { type: "key", id: keyId },
            { type: "api", id: apiId },
          ],
          requestId,
        },
      ])
      expect(events[0]?.changes).toEqual({ before: { start: "" }, after: { start } })
      // The time of the last use is stored later, at any time.
      const { lastUsedAt: _lastUsedAt, ...after } = await get(keyId)
      expect(after).toEqual({ ...before, start })
    })

    test("is found by its whole text only, once it is adopted", async () => {
      const long = token()
      const keyId = await importKey(long)
      const [first, second] = [`one_${token()}_${long}`, `two_${token()}_${long}`]
      expect((await verify(first)).keyId).toBe(keyId)
      expect(await verify(second)).toEqual(unknown)
      expect((await keyward.call("keys.whoami", {}, { key: second })).status).toBe(401)
      expect((await keyward.call("keys.whoami", {}, { key: first })).status).toBe(200)
    })

    test("needs three parts to be found by its last one", async () => {
      const long = token()
      const keyId = await importKey(long)
      for (const text of [long, `prefix_${long}`, `_${long}`, `prefix-short-${long}`]) {
        expect(await verify(text)).toEqual(unknown)
      }
      expect((await verify(`__${long}`)).keyId).toBe(keyId)
      expect((await get(keyId)).start).toBe(`__${long.slice(0, 3)}`)
    })

    test("is adopted whatever the verdict says", async () => {
      const long = token()
      const plaintext = `acme_${token()}_${long}`
      const keyId = await importKey(long, { enabled: false })
      expect((await verify(plaintext)).code).toBe("DISABLED")
      expect((await get(keyId)).start).toStartWith("acme_")
    })

    test("is adopted once by parallel verifications, which are all answered from it", async () => {
      for (let round = 0; round < 10; round += 1) {
        const long = token()
        const plaintext = `acme_${token()}_${long}`
        const keyId = await importKey(long, { credits: { remaining: 5 } })
        const answers = await Promise.all(Array.from({ length: 8 }, () => verify(plaintext)))
        expect(new Set(answers.map((answer) => answer.keyId))).toEqual(new Set([keyId]))
        expect(answers.filter(({ code }) => code === "VALID")).toHaveLength(5)
        const events = await keyward.events({ resourceId: keyId })
        expect(events.map(({ type }) => type)).toEqual(["key.updated", "key.created"])
      }
    })

    test("is known at every moment of its adoption, to verifications and as bearer", async () => {
      const repeat = async (adopting: Promise<unknown>, work: () => Promise<string>) => {
        const outcomes = new Set<string>()
        let isAdopted = false
        adopting.then(() => {
          isAdopted = true
        })
        // An API key as bearer may make 60 calls per minute.
        for (let calls = 0; calls < 50 && !isAdopted; calls += 1) outcomes.add(await work())
        return outcomes
      }
      for (let round = 0; round < 30; round += 1) {
        const long = token()
        const plaintext = `acme_${token()}_${long}`
        await importKey(long)
        const adopting = verify(plaintext)
        const [verified, authenticated] = await Promise.all([
          repeat(adopting, async () => (await verify(plaintext)).code),
          repeat(adopting, async () => outcomeOf(await keyward.call("keys.whoami", {}, { key: plaintext }))),
        ])
        expect({ verified, authenticated }).toEqual({ verified: new Set(["VALID"]), authenticated: new Set(["200"]) })
      }
    })

    test("authenticates while it is being adopted", async () => {
      for (let round = 0; round < 10; round += 1) {
        const long = token()
        const plaintext = `acme_${token()}_${long}`
        await importKey(long)
        const whoami = () => keyward.call("keys.whoami", {}, { key: plaintext })
        const [, ...replies] = await Promise.all([verify(plaintext), whoami(), whoami(), whoami()])
        expect(new Set(replies.map(outcomeOf))).toEqual(new Set(["200"]))
      }
    })

    test("of two texts that fit, just one adopts it", async () => {
      const long = token()
      const keyId = await importKey(long)
      const texts = [`one_${token()}_${long}`, `two_${token()}_${long}`]
      const answers = await Promise.all(texts.map((text) => verify(text)))
      expect(answers.map(({ code }) => code).sort()).toEqual(["NOT_FOUND", "VALID"])
      expect(answers.find(({ code }) => code === "VALID")?.keyId).toBe(keyId)
    })

    test("is not adopted by a caller who may not verify it", async () => {
      const long = token()
      const plaintext = `acme_${token()}_${long}`
      const keyId = await importKey(long)
      const elsewhere = await createApi(keyward)
      const narrow = await keyward.createRootKey([`api.${elsewhere}.verify_key`])
      for (const key of [narrow, other.rootKey]) expect(await verify(plaintext, {}, { key })).toEqual(unknown)
      expect((await get(keyId)).start).toBe("")
      expect((await verify(plaintext)).keyId).toBe(keyId)
    })

    test("of another migration than the one named stays unknown, and untouched", async () => {
      const algorithm = "prefixed_api_key"
      const [mine, another] = [
        (await keyward.ok("keys.createMigration", { algorithm })).migrationId,
        (await keyward.ok("keys.createMigration", { algorithm })).migrationId,
      ]
      const long = token()
      const plaintext = `acme_${token()}_${long}`
      const keyId = await importKey(long, { algorithm: undefined }, { migrationId: mine })
      for (const migrationId of [another, "unknown"]) {
        expect(await verify(plaintext, { migrationId })).toEqual(unknown)
      }
      expect((await get(keyId)).start).toBe("")
      expect((await verify(plaintext, { migrationId: mine })).keyId).toBe(keyId)
      // The migration in the request does not matter for adopted keys and keys with a whole hash.
      expect((await verify(plaintext, { migrationId: another })).keyId).toBe(keyId)
      const { key } = await createKey(keyward, { apiId })
      expect((await verify(key, { migrationId: another })).code).toBe("VALID")
    })

    test("without a migration is found where none is named, or an empty one", async () => {
      const [one, two] = [token(), token()]
      await importKey(one)
      await importKey(two)
      expect(await verify(`acme_${token()}_${one}`, { migrationId: "mig_1CAiZx1YPnJZtcPxTdBGPS" })).toEqual(unknown)
      expect((await verify(`acme_${token()}_${one}`, { migrationId: "" })).code).toBe("VALID")
      expect((await verify(`acme_${token()}_${two}`)).code).toBe("VALID")
    })

    test("authenticates as bearer by its long token before it is adopted", async () => {
      const long = token()
      const plaintext = `acme_${token()}_${long}`
      const keyId = await importKey(long)
      expect((await keyward.ok("keys.whoami", {}, { key: plaintext })).keyId).toBe(keyId)
      expect(outcomeOf(await keyward.call("keys.whoami", {}, { key: `acme_${long}` }))).toBe(
        "401 authentication/key_not_found",
      )
      expect((await get(keyId)).start).toBe("")
    })

    test("that was deleted is found by neither part", async () => {
      const long = token()
      const keyId = await importKey(long)
      await keyward.ok("keys.deleteKey", { keyId })
      expect(await verify(`acme_${token()}_${long}`)).toEqual(unknown)
    })
  })
})
