import { beforeAll, describe, expect, test } from "bun:test"
import { createKey, eventsDuring, withEncryption } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { until } from "../../test/harness/until.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"
import { queryDatabase } from "../../test/storage/database.ts"
import { sha256 } from "../secrets/hash.ts"

/** docs/contract.md#265-rotation-on-one-id */

const tooEarly = "412 application/precondition_failed"

describe.each(engines)("keys.rotateKey on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-15T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock, environment: withEncryption() })
  let apiId: string
  beforeAll(async () => {
    apiId = (await keyward.ok("apis.createApi", { name: "payments" })).apiId
    await keyward.ok("apis.updateApi", { apiId, defaultPrefix: "pay" })
  })

  const make = (attributes: object = {}) => createKey(keyward, { apiId, ...attributes })
  const rotate = (keyId: string, overlap = 60_000) => keyward.ok("keys.rotateKey", { keyId, overlap })
  const verify = (key: string) => keyward.ok("keys.verifyKey", { key })
  const codeOf = async (key: string) => (await verify(key)).code
  const secretsOf = async (...keys: readonly string[]) => {
    const results = await Promise.all(keys.map(verify))
    return results.map(({ code, matchedSecret }) => `${code} ${matchedSecret ?? "-"}`)
  }
  const get = (keyId: string, decrypt = false) => keyward.ok("keys.getKey", { keyId, decrypt })

  test("changes only the secret, and both work until exactly the end of the overlap", async () => {
    const old = await make({ prefix: "acme_live", byteLength: 40, name: "One", externalId: "alice", meta: { a: 1 } })
    const before = await get(old.keyId)
    expect(await secretsOf(old.key)).toEqual(["VALID -"])
    clock.now += 10
    const { keyId, key, previousExpires } = await rotate(old.keyId)
    expect([keyId, previousExpires]).toEqual([old.keyId, clock.now + 60_000])
    expect(key).toMatch(/^acme_live_[1-9A-HJ-NP-Za-km-z]{45,55}[0-9A-Za-z]{6}$/)
    const { lastUsedAt: _lastUsedAt, ...after } = await get(keyId)
    expect(after).toEqual({
      ...before,
      updatedAt: clock.now,
      start: key.slice(0, "acme_live_".length + 4),
      rotation: { startedAt: clock.now, previousStart: before.start, previousExpires },
    })
    expect(await secretsOf(key, old.key)).toEqual(["VALID current", "VALID previous"])
    clock.now = previousExpires - 1
    expect(await secretsOf(key, old.key)).toEqual(["VALID current", "VALID previous"])
    clock.now = previousExpires
    expect(await secretsOf(key, old.key)).toEqual(["VALID -", "EXPIRED previous"])
    expect(await get(keyId)).not.toHaveProperty("rotation")
  })

  test("leaves credits, limits and usage to the key, whichever secret spends them", async () => {
    const limit = { name: "calls", limit: 2, duration: 60_000, autoApply: true }
    const old = await make({ credits: { remaining: 5 }, ratelimits: [limit] })
    const { key } = await rotate(old.keyId)
    expect(await verify(old.key)).toMatchObject({ credits: 4, ratelimits: [{ remaining: 1 }] })
    expect(await verify(key)).toMatchObject({ credits: 3, ratelimits: [{ remaining: 0 }] })
    expect(await codeOf(old.key)).toBe("RATE_LIMITED")
  })

  test("with an overlap of 0 ends the previous secret at once, and in an overlap both earlier ones", async () => {
    const old = await make()
    const second = await rotate(old.keyId, 0)
    expect(second.previousExpires).toBe(clock.now)
    expect(await secretsOf(old.key, second.key)).toEqual(["EXPIRED previous", "VALID -"])
    const third = await rotate(old.keyId)
    expect(await secretsOf(old.key, second.key, third.key)).toEqual(["NOT_FOUND -", "VALID previous", "VALID current"])
    const fourth = await rotate(old.keyId, 0)
    expect(await secretsOf(second.key, third.key, fourth.key)).toEqual([
      "EXPIRED previous",
      "EXPIRED previous",
      "VALID -",
    ])
    await rotate(old.keyId)
    expect(await secretsOf(second.key, third.key, fourth.key)).toEqual(["NOT_FOUND -", "NOT_FOUND -", "VALID previous"])
  })

  test("is refused in an overlap, as is a reroll, and changes nothing", async () => {
    const old = await make()
    const { key } = await rotate(old.keyId)
    const detail = await expectRefused(keyward, ["keys.rotateKey", { keyId: old.keyId, overlap: 1 }], tooEarly)
    expect(detail).toContain("already has two secrets")
    await expectRefused(keyward, ["keys.rerollKey", { keyId: old.keyId, expiration: 0 }], tooEarly)
    expect(await secretsOf(old.key, key)).toEqual(["VALID previous", "VALID current"])
    clock.now += 60_000
    await rotate(old.keyId, 0)
    await keyward.ok("keys.rerollKey", { keyId: old.keyId, expiration: 0 })
  })

  test("never prolongs a life: both secrets expire with the key, and are disabled with it", async () => {
    const old = await make({ expires: clock.now + 1_000 })
    const { key } = await rotate(old.keyId)
    expect(await verify(old.key)).toMatchObject({ code: "VALID", expires: clock.now + 1_000 })
    clock.now += 1_000
    expect(await secretsOf(old.key, key)).toEqual(["EXPIRED previous", "EXPIRED current"])
    await keyward.ok("keys.updateKey", { keyId: old.keyId, enabled: false, expires: null })
    expect(await secretsOf(old.key, key)).toEqual(["DISABLED previous", "DISABLED current"])
  })

  test("records one event without any secret", async () => {
    const old = await make({ externalId: "bob" })
    const before = await get(old.keyId)
    let made = { key: "", previousExpires: 0 }
    const events = await eventsDuring(keyward, async () => {
      made = await rotate(old.keyId)
    })
    const { start, rotation } = await get(old.keyId)
    expect(events).toMatchObject([
      {
        type: "key.rotated",
        resources: [
          { type: "key", id: old.keyId },
          { type: "api", id: apiId },
          { type: "identity", id: before.identity.id },
        ],
        changes: { before: { start: before.start }, after: { start, rotation } },
      },
    ])
    for (const secret of [old.key, made.key, sha256(old.key), sha256(made.key)]) {
      expect(JSON.stringify(events)).not.toContain(secret)
    }
  })

  test("says when the previous secret was last used in this rotation", async () => {
    const old = await make()
    const { key } = await rotate(old.keyId)
    clock.now += 5
    await verify(key)
    clock.now += 5
    await verify(old.key)
    const usedAt = clock.now
    await until(async () => (await get(old.keyId)).lastUsedAt === usedAt)
    await until(async () => (await get(old.keyId)).rotation.previousLastUsedAt === usedAt)
    await keyward.ok("keys.finishRotation", { keyId: old.keyId })
    clock.now += 5
    await rotate(old.keyId)
    expect((await get(old.keyId)).rotation).not.toHaveProperty("previousLastUsedAt")
  })

  test("keeps a recoverable key recoverable: its current secret is shown, and no ended one is stored", async () => {
    const old = await make({ recoverable: true })
    const { key } = await rotate(old.keyId)
    expect((await get(old.keyId, true)).plaintext).toBe(key)
    const stored = () =>
      queryDatabase(
        keyward,
        `select ciphertext from previous_secrets where key_id = '${old.keyId}' and ciphertext is not null`,
      )
    expect(await stored()).toHaveLength(1)
    await keyward.ok("keys.finishRotation", { keyId: old.keyId })
    expect(await stored()).toEqual([])
  })

  test("takes the hashes of its earlier secrets for good, until the key is deleted permanently", async () => {
    const old = await make()
    await rotate(old.keyId, 0)
    await rotate(old.keyId, 0)
    const hash = Buffer.from(sha256(old.key), "base64").toString("hex")
    const migrate = () => keyward.ok("keys.migrateKeys", { apiId, keys: [{ hash, algorithm: "sha256" }] })
    expect(await migrate()).toMatchObject({ migrated: [], failed: [hash] })
    await keyward.ok("keys.deleteKey", { keyId: old.keyId })
    expect(await migrate()).toMatchObject({ migrated: [], failed: [hash] })
    const erased = await make()
    await rotate(erased.keyId)
    await keyward.ok("keys.deleteKey", { keyId: erased.keyId, permanent: true })
    const rows = await queryDatabase(keyward, `select hash from previous_secrets where key_id = '${erased.keyId}'`)
    expect(rows).toEqual([])
    expect(await codeOf(erased.key)).toBe("NOT_FOUND")
  })

  test("gives an imported key a secret in the shape of its API, and finds the imported one too", async () => {
    const plain = `legacy-${crypto.randomUUID()}`
    const hash = Buffer.from(sha256(plain), "base64").toString("hex")
    const { migrated } = await keyward.ok("keys.migrateKeys", { apiId, keys: [{ hash, algorithm: "sha256" }] })
    const { keyId } = migrated[0]
    const { key } = await rotate(keyId)
    expect(key).toMatch(/^pay_/)
    expect(await secretsOf(plain, key)).toEqual(["VALID previous", "VALID current"])
    for (const secret of [plain, key]) {
      expect((await keyward.ok("keys.whoami", {}, { key: secret })).keyId).toBe(keyId)
    }
  })

  test("is refused for an imported key of which only a part is known", async () => {
    const longToken = crypto.randomUUID().replaceAll("-", "")
    const hash = Buffer.from(sha256(longToken), "base64").toString("hex")
    const { migrated } = await keyward.ok("keys.migrateKeys", {
      apiId,
      keys: [{ hash, algorithm: "prefixed_api_key" }],
    })
    const { keyId } = migrated[0]
    const detail = await expectRefused(keyward, ["keys.rotateKey", { keyId, overlap: 0 }], tooEarly)
    expect(detail).toContain("until its first verification")
    const key = `acme_s4f2_${longToken}`
    expect(await codeOf(key)).toBe("VALID")
    await rotate(keyId)
    expect(await secretsOf(key)).toEqual(["VALID previous"])
  })

  test("lets the previous secret describe and end itself, and nothing else", async () => {
    const old = await make()
    const { key } = await rotate(old.keyId)
    const as = (secret: string) => ({ key: secret })
    expect(await keyward.ok("keys.whoami", {}, as(old.key))).toMatchObject({ keyId: old.keyId, rotation: {} })
    expect(outcomeOf(await keyward.call("apis.listApis", {}, as(old.key)))).toStartWith("403")
    const events = await eventsDuring(keyward, () => keyward.ok("keys.revokeSelf", {}, as(old.key)))
    expect(events).toMatchObject([{ type: "key.rotation_finished", actor: { type: "api_key", id: old.keyId } }])
    expect(await secretsOf(old.key, key)).toEqual(["EXPIRED previous", "VALID -"])
    expect(outcomeOf(await keyward.call("keys.whoami", {}, as(old.key)))).toBe("403 authorization/key_expired")
    expect(outcomeOf(await keyward.call("keys.revokeSelf", {}, as(old.key)))).toBe("403 authorization/key_expired")
    await keyward.ok("keys.revokeSelf", {}, as(key))
    expect(await secretsOf(old.key, key)).toEqual(["NOT_FOUND -", "NOT_FOUND -"])
  })

  test("is found by the start of either secret, and explained by it", async () => {
    const old = await make({ byteLength: 255 })
    const { start } = await get(old.keyId)
    await rotate(old.keyId, 1_000)
    const found = await keyward.ok("keys.listKeys", { search: start })
    expect(found.map(({ keyId }: { keyId: string }) => keyId)).toContain(old.keyId)
    const workspaceId = keyward.workspaceId
    const explain = async () => {
      const { code, checks } = await keyward.ok("keys.explainKey", { workspaceId, key: old.key })
      return [code, checks.find(({ check }: { check: string }) => check === "expiry").detail]
    }
    expect(await explain()).toEqual(["VALID", expect.stringContaining("previous secret of the key, and it expires at")])
    clock.now += 1_000
    expect(await explain()).toEqual(["EXPIRED", "This is a previous secret of the key, and its rotation is over."])
  })

  test("lets one of many rotations at the same time win", async () => {
    const old = await make()
    const call = () => keyward.call("keys.rotateKey", { keyId: old.keyId, overlap: 60_000 })
    const replies = await Promise.all(Array.from({ length: 6 }, call))
    const won = replies.filter(({ status }) => status === 200)
    expect(replies.map(outcomeOf).toSorted()).toEqual(["200", ...Array(5).fill(tooEarly)])
    expect(await secretsOf(old.key, won[0]?.body.data.key)).toEqual(["VALID previous", "VALID current"])
  })

  test("refuses no verification of a secret that works before and after", async () => {
    const old = await make()
    let isOver = false
    const codes = new Set<string>()
    const verifying = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!isOver) codes.add(await codeOf(old.key))
      }),
    )
    for (let round = 0; round < 15; round += 1) {
      await rotate(old.keyId)
      await keyward.ok("keys.cancelRotation", { keyId: old.keyId })
    }
    isOver = true
    await verifying
    expect([...codes]).toEqual(["VALID"])
  })

  test("is refused without its fields, and outside of its bounds", async () => {
    const { keyId } = await make()
    await expectViolations(keyward, "keys.rotateKey", [
      [{ keyId }, "body.overlap"],
      [{ keyId, overlap: -1 }, "body.overlap"],
      [{ keyId, overlap: 31_536_000_001 }, "body.overlap"],
      [{ overlap: 0 }, "body.keyId"],
    ])
  })
})
