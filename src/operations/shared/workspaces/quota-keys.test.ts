import { describe, expect, test } from "bun:test"
import { createApi, createKey } from "../../../../test/harness/fixtures.ts"
import { inAll, serveQuota } from "../../../../test/harness/serve-quota.ts"
import { outcomeOf } from "../../../../test/requests/outcome.ts"

const exceeded = "403 limits/quota_exceeded"

describe("the quota of keys", () => {
  const { apiId, call, count, imported, keyward, limit, make, ok, owner, workspace } = serveQuota("sqlite")
  const creation = async () => outcomeOf(await call("keys.createKey", { apiId: apiId() }))

  test("refuses the one too many, names the limit, and deleting one makes room", async () => {
    await limit({ keys: 1 })
    const { keyId } = await make()
    const reply = await call("keys.createKey", { apiId: apiId() })
    expect(outcomeOf(reply)).toBe(exceeded)
    expect(reply.body.error.detail).toContain("limits.keys")
    await ok("keys.deleteKey", { keyId })
    expect(await creation()).toBe("200")
    expect((await workspace()).enabled).toBe(true)
  })

  test("counts live keys only, disabled ones included, expired ones not", async () => {
    await make({ enabled: false })
    await make({ expires: 1 })
    await make({ expires: Date.now() + 3_600_000 })
    await createKey(keyward, {}, owner().key)
    await limit({ keys: 3 })
    expect(await creation()).toBe(exceeded)
    await ok("apis.deleteApi", { apiId: apiId() })
    expect(await count("keys.listKeys")).toBe(1)
    await createKey(keyward, {}, owner().key)
    await createKey(keyward, {}, owner().key)
    expect(outcomeOf(await call("keys.createKey", { apiId: await createApi(keyward, owner().key) }))).toBe(exceeded)
  })

  test("stops growth without touching what is there when it is lowered below that", async () => {
    const keys = await inAll(3, () => make())
    await limit({ keys: 1 })
    expect(await count("keys.listKeys")).toBe(3)
    for (const { key } of keys) expect((await ok("keys.verifyKey", { key })).valid).toBe(true)
    expect(await creation()).toBe(exceeded)
  })

  test("never refuses a reroll", async () => {
    const { keyId } = await make()
    await limit({ keys: 0, onExceeded: "disable" })
    expect(outcomeOf(await call("keys.rerollKey", { keyId, expiration: 0 }))).toBe("200")
    expect(await count("keys.listKeys")).toBe(2)
    expect((await workspace()).enabled).toBe(true)
  })

  test("is free again for the old key of a reroll from the moment at which that key expires", async () => {
    const old = await make()
    await limit({ keys: 2 })
    await ok("keys.rerollKey", { keyId: old.keyId, expiration: 3_600_000 })
    expect(await creation()).toBe(exceeded)
    await ok("keys.updateKey", { keyId: old.keyId, expires: Date.now() })
    expect(await creation()).toBe("200")
    expect(await creation()).toBe(exceeded)
  })

  test("refuses to bring an expired key back to life, and nothing else that is done to it", async () => {
    const expired = await make({ expires: 1 })
    const { keyId } = await make({ expires: Date.now() + 3_600_000 })
    await limit({ keys: 1 })
    const later = Date.now() + 7_200_000
    for (const expires of [null, later]) {
      const reply = await call("keys.updateKey", { keyId: expired.keyId, expires, name: "Alive" })
      expect(outcomeOf(reply)).toBe(exceeded)
      expect(reply.body.error.detail).toContain("limits.keys")
      expect(await ok("keys.getKey", { keyId: expired.keyId })).toMatchObject({ expires: 1 })
    }
    for (const change of [{ name: "Old" }, { enabled: false }, { expires: 2 }, { credits: { remaining: 5 } }]) {
      expect(outcomeOf(await call("keys.updateKey", { keyId: expired.keyId, ...change }))).toBe("200")
    }
    expect(outcomeOf(await call("keys.rerollKey", { keyId: expired.keyId, expiration: 0 }))).toBe("200")
    for (const expires of [later, null]) {
      expect(outcomeOf(await call("keys.updateKey", { keyId, expires }))).toBe("200")
    }
    await limit({ keys: 2 })
    expect(outcomeOf(await call("keys.updateKey", { keyId: expired.keyId, expires: later }))).toBe("200")
    expect(await creation()).toBe(exceeded)
  })

  test("lets keys be added that have expired already", async () => {
    await limit({ keys: 1 })
    const old = imported("", "", "")
    const keys = old.keys.map((key, index) => ({ ...key, ...(index > 0 && { expires: 1 }) }))
    expect(outcomeOf(await call("keys.migrateKeys", { apiId: apiId(), keys }))).toBe("200")
    expect(outcomeOf(await call("keys.createKey", { apiId: apiId(), expires: 1 }))).toBe("200")
    expect(await creation()).toBe(exceeded)
  })

  test("refuses an import that would exceed it as a whole", async () => {
    await limit({ keys: 2 })
    expect(outcomeOf(await call("keys.migrateKeys", imported("", "", "")))).toBe(exceeded)
    expect(await count("keys.listKeys")).toBe(0)
    expect(outcomeOf(await call("keys.migrateKeys", imported("", "")))).toBe("200")
  })

  test("is exact under parallel creations", async () => {
    await limit({ keys: 3 })
    const replies = await inAll(9, () => call("keys.createKey", { apiId: apiId() }))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(new Set(replies.filter(({ status }) => status !== 200).map(outcomeOf))).toEqual(new Set([exceeded]))
    expect(await count("keys.listKeys")).toBe(3)
  })
})
