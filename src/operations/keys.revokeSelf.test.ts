import { describe, expect, test } from "bun:test"
import { createApi, createKey, eventsDuring } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe.each([...engines])("keys.revokeSelf on %s", (engine) => {
  const keyward = serveKeyward({ engine })

  test("deletes the calling key, so that the next call with it is 401, a replay included", async () => {
    const { keyId, key, apiId } = await createKey(keyward)
    const sibling = await createKey(keyward, { apiId })
    const options = { key, headers: { "Idempotency-Key": "leaving" } }
    const events = await eventsDuring(keyward, async () => {
      expect(await keyward.ok("keys.revokeSelf", undefined, options)).toEqual({})
    })
    expect(events).toMatchObject([
      { type: "key.deleted", actor: { type: "api_key", id: keyId }, resources: [{ type: "key", id: keyId }, {}] },
    ])
    const replay = await keyward.call("keys.revokeSelf", undefined, options)
    expect(outcomeOf(replay)).toBe("401 authentication/key_not_found")
    expect((await keyward.ok("keys.verifyKey", { key: sibling.key })).valid).toBe(true)
  })

  test("records one deletion for calls at the same time", async () => {
    const { keyId, key } = await createKey(keyward)
    await Promise.all([1, 2, 3, 4].map(() => keyward.call("keys.revokeSelf", undefined, { key })))
    expect(await keyward.events({ resourceId: keyId, type: "key.deleted" })).toHaveLength(1)
  })

  test("deletes an imported key although it is adopted at the same time", async () => {
    const apiId = await createApi(keyward)
    for (let round = 0; round < 10; round += 1) {
      const longToken = crypto.randomUUID().replaceAll("-", "")
      const hash = new Bun.CryptoHasher("sha256").update(longToken).digest("hex")
      await keyward.ok("keys.migrateKeys", { apiId, keys: [{ hash, algorithm: "prefixed_api_key" }] })
      const key = `acme_s4f2_${longToken}`
      const adopting = keyward.ok("keys.verifyKey", { key })
      const reply = await keyward.call("keys.revokeSelf", undefined, { key })
      await adopting
      expect(reply.status).toBe(200)
      expect((await keyward.ok("keys.verifyKey", { key })).code).toBe("NOT_FOUND")
    }
  })

  test("is refused to a key that is disabled or expired", async () => {
    const disabled = await createKey(keyward, { enabled: false })
    const expired = await createKey(keyward, { expires: 1 })
    for (const { key, keyId } of [disabled, expired]) {
      expect((await keyward.call("keys.revokeSelf", undefined, { key })).status).toBe(403)
      expect((await keyward.call("keys.getKey", { keyId })).status).toBe(200)
    }
  })
})
