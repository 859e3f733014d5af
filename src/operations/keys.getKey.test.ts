import { beforeAll, describe, expect, test } from "bun:test"
import { queryDatabase } from "../../test/database.ts"
import { createApi, createKey, eventsDuring, withEncryption } from "../../test/fixtures.ts"
import { engines, type Reply } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("keys.getKey on %s", (engine) => {
  const clock = { now: Date.parse("2026-01-30T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock, environment: withEncryption() })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
  })

  const get = (body: object, key?: string): Promise<Reply> => keyward.call("keys.getKey", body, key ? { key } : {})

  test("shows a key that is disabled and expired, and records nothing", async () => {
    const { keyId } = await createKey(keyward, { apiId, enabled: false, expires: 0 })
    const events = await eventsDuring(keyward, async () => {
      expect((await get({ keyId })).body.data).toMatchObject({ keyId, enabled: false, expires: 0 })
    })
    expect(events).toEqual([])
  })

  test("shows the plaintext of a recoverable key when asked, and records that", async () => {
    const { keyId, key } = await createKey(keyward, { apiId, recoverable: true, externalId: "alice" })
    expect((await get({ keyId })).text).not.toContain(key)
    let shown: Reply | undefined
    const events = await eventsDuring(keyward, async () => {
      shown = await get({ keyId, decrypt: true })
    })
    const { plaintext, identity, recoverable } = shown?.body.data ?? {}
    expect({ plaintext, recoverable }).toEqual({ plaintext: key, recoverable: true })
    expect(events).toMatchObject([
      {
        type: "key.decrypted",
        actor: { type: "root_key", id: keyward.rootKeyId },
        requestId: shown?.body.meta.requestId,
        resources: [
          { type: "key", id: keyId },
          { type: "api", id: apiId },
          { type: "identity", id: identity.identityId },
        ],
        changes: { before: null, after: null },
      },
    ])
    expect(JSON.stringify(events)).not.toContain(key)
  })

  test("leaves `plaintext` out for a key that is not recoverable, and records nothing", async () => {
    const { keyId } = await createKey(keyward, { apiId })
    const events = await eventsDuring(keyward, async () => {
      expect((await get({ keyId, decrypt: true })).body.data).not.toHaveProperty("plaintext")
    })
    expect(events).toEqual([])
  })

  test("answers 500 for a ciphertext that does not open, and records nothing", async () => {
    const one = await createKey(keyward, { apiId, recoverable: true })
    const other = await createKey(keyward, { apiId, recoverable: true })
    await queryDatabase(
      keyward,
      `update keys set ciphertext = (select ciphertext from keys where id = '${other.keyId}') where id = '${one.keyId}'`,
    )
    const events = await eventsDuring(keyward, async () => {
      const reply = await get({ keyId: one.keyId, decrypt: true })
      expect(reply.status).toBe(500)
      expect(reply.body.error.type).toEndWith("/application/unexpected_error")
      expect(reply.text).not.toContain(other.key)
    })
    expect(events).toEqual([])
    expect(keyward.log.join("\n")).not.toContain(other.key)
  })

  test("shows the refilled balance from the very instant of the refill on", async () => {
    const refill = { interval: "monthly", amount: 100, refillDay: 31 }
    const { keyId } = await createKey(keyward, { apiId, credits: { remaining: 3, refill } })
    const creditsAt = async (time: string) => {
      clock.now = Date.parse(time)
      return (await get({ keyId })).body.data.credits
    }
    expect(await creditsAt("2026-01-30T23:59:59.999Z")).toEqual({ remaining: 3, refill })
    expect(await creditsAt("2026-01-31T00:00:00Z")).toEqual({ remaining: 100, refill })
    await keyward.ok("keys.updateCredits", { keyId, operation: "set", value: 500 })
    expect(await creditsAt("2026-02-27T23:59:59.999Z")).toEqual({ remaining: 500, refill })
    expect(await creditsAt("2026-02-28T00:00:00Z")).toEqual({ remaining: 100, refill })
  })

  test("answers 404 for a key that is unknown, deleted, a root key, or of another workspace", async () => {
    const other = await keyward.createWorkspace()
    const foreign = await createKey(keyward, {}, other.rootKey)
    const deleted = await createKey(keyward, { apiId })
    await keyward.ok("keys.deleteKey", { keyId: deleted.keyId })
    const orphan = await createKey(keyward)
    await keyward.ok("apis.deleteApi", { apiId: orphan.apiId })
    const unreachable = ["nope", foreign.keyId, deleted.keyId, orphan.keyId, keyward.rootKeyId]
    for (const keyId of unreachable) {
      const reply = await get({ keyId, decrypt: true })
      expect(reply.status).toBe(404)
      expect(reply.body.error.type).toEndWith("/data/key_not_found")
    }
  })

  test("refuses a request that is not of its shape", async () => {
    const reply = await get({ keyId: "", decrypt: "yes", unknown: 1 })
    expect(reply.status).toBe(400)
    expect(reply.body.error.errors.map(({ location }: { location: string }) => location).sort()).toEqual([
      "body.decrypt",
      "body.keyId",
      "body.unknown",
    ])
  })
})

describe.each([...engines])("keys.getKey without an encryption key on %s", (engine) => {
  const keyward = serveKeyward({ engine })

  test("answers 412 to `decrypt`, once the caller may read the plaintext", async () => {
    const { keyId } = await createKey(keyward)
    const reply = await keyward.call("keys.getKey", { keyId, decrypt: true })
    expect(reply.status).toBe(412)
    expect(reply.body.error.type).toEndWith("/application/precondition_failed")
    const reader = await keyward.createRootKey(["api.*.read_key"])
    expect((await keyward.call("keys.getKey", { keyId, decrypt: true }, { key: reader })).status).toBe(403)
  })
})
