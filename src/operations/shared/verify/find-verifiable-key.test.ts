import { describe, expect, test } from "bun:test"
import { createKey } from "../../../../test/harness/fixtures.ts"
import { hexOf } from "../../../../test/transfer/hashes.ts"
import { serveImports } from "../../../../test/transfer/serve-imports.ts"

const unknown = { valid: false, code: "NOT_FOUND" }

describe("finding the key to verify", () => {
  const { apiId, keyward, verify } = serveImports("sqlite")

  test("gives the same answer for whatever the caller may not know about", async () => {
    const other = await keyward.createWorkspace()
    const deleted = await createKey(keyward, { apiId: apiId() })
    await keyward.ok("keys.deleteKey", { keyId: deleted.keyId })
    const erased = await createKey(keyward, { apiId: apiId() })
    await keyward.ok("keys.deleteKey", { keyId: erased.keyId, permanent: true })
    const ofDeletedApi = await createKey(keyward)
    await keyward.ok("apis.deleteApi", { apiId: ofDeletedApi.apiId })
    const revoked = await createKey(keyward, { apiId: apiId() })
    await keyward.ok("keys.revokeSelf", {}, { key: revoked.key })
    const ofOther = await createKey(keyward, { credits: { remaining: 1 } }, other.rootKey)
    const uncovered = await createKey(keyward, { enabled: false, externalId: "secret" })
    const { key: living } = await createKey(keyward, { apiId: apiId() })
    const narrow = await keyward.createRootKey([`api.${apiId()}.verify_key`])
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

  test("asks for no checksum: foreign formats are keys too", async () => {
    const foreign = "any text 🔑 that was a key elsewhere"
    const keys = [{ hash: hexOf(foreign) }]
    const { migrated } = await keyward.ok("keys.migrateKeys", { apiId: apiId(), keys })
    expect(await verify(foreign)).toMatchObject({ code: "VALID", keyId: migrated[0].keyId })
  })
})
