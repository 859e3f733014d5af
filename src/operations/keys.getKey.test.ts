import { beforeAll, describe, expect, test } from "bun:test"
import { createApi, createKey, eventsDuring, withEncryption } from "../../test/harness/fixtures.ts"
import type { Reply } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { queryDatabase } from "../../test/storage/database.ts"

describe("keys.getKey", () => {
  const clock = { now: Date.parse("2026-01-30T12:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock, environment: withEncryption() })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
  })

  const get = (body: object) => keyward.call("keys.getKey", body)

  test("shows a key that is disabled and expired, and records nothing", async () => {
    const { keyId } = await createKey(keyward, { apiId, enabled: false, expires: 0 })
    const events = await eventsDuring(keyward, async () => {
      expect((await get({ keyId })).body.data).toMatchObject({ keyId, enabled: false, expires: 0 })
    })
    expect(events).toEqual([])
  })

  test("shows which permissions the key holds itself, those that a role gives too included", async () => {
    const role = { name: "getKey-editor", permissions: ["getKey.read", "getKey.write"] }
    await keyward.ok("permissions.createPermission", { name: "Read", slug: "getKey.read" })
    await keyward.ok("permissions.createPermission", { name: "Write", slug: "getKey.write" })
    await keyward.ok("permissions.createRole", { name: role.name })
    await keyward.ok("permissions.setRolePermissions", { role: role.name, permissions: role.permissions })
    const { keyId } = await createKey(keyward, { apiId, roles: [role.name], permissions: ["getKey.read"] })
    expect((await get({ keyId })).body.data).toMatchObject({
      permissions: role.permissions,
      directPermissions: ["getKey.read"],
    })
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
      expect(outcomeOf(reply)).toBe("500 application/unexpected_error")
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

  test("answers 404 for a key of a deleted API, and for a root key", async () => {
    const orphan = await createKey(keyward)
    await keyward.ok("apis.deleteApi", { apiId: orphan.apiId })
    for (const keyId of [orphan.keyId, keyward.rootKeyId]) {
      expect(outcomeOf(await get({ keyId, decrypt: true }))).toBe("404 data/key_not_found")
    }
  })
})
