import { beforeAll, describe, expect, test } from "bun:test"
import { Unkey } from "@unkey/api"
import { UnkeyError } from "@unkey/api/models/errors"
import { keyOperations as operations } from "../../src/operations/index.ts"
import { createApi, createKey, eventsDuring, withEncryption } from "../harness/fixtures.ts"
import { engines, startKeyward } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { callerFor, createWorld, exampleIn, lacksWorkspace } from "../harness/world.ts"
import { startWithBreakableStorage } from "../storage/breakable-storage.ts"
import { storedText } from "../storage/stored-text.ts"
import { expectError } from "./exchange.ts"
import { readKey } from "./key-form.ts"

const minuteMs = 60_000

describe.each([...engines])("keys, limits, credits and failures on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-10T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
  })

  const make = (attributes: object = {}) => createKey(keyward, { apiId, ...attributes })
  const verify = (key: string, more: object = {}) => keyward.ok("keys.verifyKey", { key, ...more })
  const get = (keyId: string) => keyward.ok("keys.getKey", { keyId })

  test("case 38: a key has its format, and neither getKey nor storage shows it", async () => {
    const [plain, prefixed] = [await make(), await make({ prefix: "acme_live" })]
    for (const [{ keyId, key }, prefix] of [
      [plain, ""],
      [prefixed, "acme_live_"],
    ] as const) {
      expect(readKey(key)).toEqual({ prefix, byteLength: 24, isChecksumRight: true })
      expect(JSON.stringify(await get(keyId))).not.toContain(key.slice(prefix.length + 4))
    }
    // What is there can be found this way: the hash is, and the plaintext is not.
    const stored = await storedText(keyward)
    for (const { key } of [plain, prefixed]) {
      expect(stored).toContain(new Bun.CryptoHasher("sha256").update(key).digest("base64"))
      expect(stored).not.toContain(key)
      expect(stored).not.toContain(key.slice(-30))
      expect(keyward.log.join("\n")).not.toContain(key.slice(-30))
    }
  })

  test("case 39: recoverable keys need an encryption key, and reading one back is recorded", async () => {
    const refused = await keyward.call("keys.createKey", { apiId, recoverable: true })
    expectError(refused, 412, "application/precondition_failed")
    const encrypting = await startKeyward({ engine, environment: withEncryption() })
    const { keyId, key } = await createKey(encrypting, { recoverable: true })
    const events = await eventsDuring(encrypting, async () => {
      expect(await encrypting.ok("keys.getKey", { keyId })).not.toHaveProperty("plaintext")
      expect((await encrypting.ok("keys.getKey", { keyId, decrypt: true })).plaintext).toBe(key)
    })
    expect(events).toMatchObject([{ type: "key.decrypted", resources: [{ type: "key", id: keyId }, {}] }])
    expect(await storedText(encrypting)).not.toContain(key.slice(-30))
    await encrypting.stop()
  })

  test("case 40: a reroll copies everything and lets the old key live for exactly as long as it says", async () => {
    await keyward.ok("permissions.createRole", { name: "case-40", permissions: ["role.slug"] })
    const old = await make({
      prefix: "acme",
      byteLength: 32,
      name: "Mine",
      externalId: "case-40",
      meta: { a: [1] },
      roles: ["case-40"],
      permissions: ["direct.slug"],
      expires: clock.now + 10 * minuteMs,
      credits: { remaining: 50, refill: { interval: "daily", amount: 60 } },
      ratelimits: [{ name: "calls", limit: 100, duration: minuteMs, autoApply: true }],
      ipAllowlist: ["10.0.0.0/8"],
    })
    const ip = "10.0.0.1"
    const before = await get(old.keyId)
    const { keyId, key } = await keyward.ok("keys.rerollKey", { keyId: old.keyId, expiration: minuteMs })
    expect(keyId).not.toBe(old.keyId)
    expect(readKey(key)).toEqual({ prefix: "acme_", byteLength: 32, isChecksumRight: true })
    const { id } = (await get(keyId)).ratelimits[0]
    expect(await get(keyId)).toEqual({
      ...before,
      keyId,
      start: key.slice(0, "acme_".length + 4),
      createdAt: clock.now,
      ratelimits: [{ ...before.ratelimits[0], id }],
    })
    expect(id).not.toBe(before.ratelimits[0].id)
    clock.now += minuteMs - 1
    expect((await verify(old.key, { ip })).code).toBe("VALID")
    clock.now += 1
    expect((await verify(old.key, { ip })).code).toBe("EXPIRED")
    expect((await verify(key, { ip })).code).toBe("VALID")
  })

  test("case 41: limits and credits are taken together or not at all", async () => {
    const ratelimits = [{ name: "calls", limit: 1, duration: minuteMs, autoApply: true }]
    const one = await make({ credits: { remaining: 2 }, ratelimits })
    expect(await verify(one.key)).toMatchObject({ code: "VALID", credits: 1 })
    expect(await verify(one.key)).toMatchObject({ code: "RATE_LIMITED", credits: 1 })
    expect((await get(one.keyId)).credits.remaining).toBe(1)
    const other = await make({ credits: { remaining: 0 }, ratelimits })
    for (const _again of [1, 2]) {
      const answer = await verify(other.key)
      expect(answer).toMatchObject({ code: "USAGE_EXCEEDED", credits: 0, ratelimits: [{ remaining: 1 }] })
    }
  })

  test("case 42: of two limits, one exhausted, the other stays as it is", async () => {
    const { key } = await make({
      ratelimits: [
        { name: "narrow", limit: 1, duration: minuteMs, autoApply: true },
        { name: "wide", limit: 9, duration: minuteMs, autoApply: true },
      ],
    })
    await verify(key)
    for (const _again of [1, 2]) {
      expect(await verify(key)).toMatchObject({
        code: "RATE_LIMITED",
        ratelimits: [
          { name: "narrow", exceeded: true, remaining: 0 },
          { name: "wide", exceeded: false, remaining: 8 },
        ],
      })
    }
  })

  test("case 43: a permission query admits who satisfies it, refuses others, and is refused if it does not parse", async () => {
    const permissions = "a AND (b OR c)"
    expect((await verify((await make({ permissions: ["a", "c"] })).key, { permissions })).code).toBe("VALID")
    const lacking = await make({ permissions: ["b", "c"] })
    expect((await verify(lacking.key, { permissions })).code).toBe("INSUFFICIENT_PERMISSIONS")
    const broken = await keyward.call("keys.verifyKey", { key: lacking.key, permissions: "a AND" })
    expectError(broken, 400, "application/permissions_query_syntax_error")
  })

  test("case 44: the allow list of an API admits its networks and refuses others and requests without an address", async () => {
    const { apiId: guarded, key } = await createKey(keyward)
    await keyward.ok("apis.updateApi", { apiId: guarded, ipAllowlist: ["10.0.0.0/8"] })
    expect((await verify(key, { ip: "10.1.2.3" })).code).toBe("VALID")
    expect((await verify(key, { ip: "192.0.2.1" })).code).toBe("FORBIDDEN")
    expect((await verify(key)).code).toBe("FORBIDDEN")
  })

  test("case 45: no limit of 0 and no duration below a second, except for overrides that deny", async () => {
    const { key } = await make()
    for (const bad of [
      { limit: 0, duration: 1000 },
      { limit: 1, duration: 999 },
    ]) {
      const ratelimits = [{ name: "calls", ...bad }]
      for (const [operation, body] of [
        ["keys.createKey", { apiId, ratelimits }],
        ["identities.createIdentity", { externalId: "case-45", ratelimits }],
        ["keys.verifyKey", { key, ratelimits }],
        ["ratelimit.limit", { namespace: "case-45", identifier: "x", ...bad }],
      ] as const) {
        expectError(await keyward.call(operation, body), 400, "application/invalid_input")
      }
    }
    const check = { namespace: "case-45", identifier: "x", limit: 5, duration: 1000 }
    expect((await keyward.ok("ratelimit.limit", check)).success).toBe(true)
    await keyward.ok("ratelimit.setOverride", { ...check, limit: 0 })
    for (const cost of [0, 1, 5]) {
      expect((await keyward.ok("ratelimit.limit", { ...check, cost })).success).toBe(false)
    }
  })

  test("case 46: an override that was deleted comes back under its old id", async () => {
    const check = { namespace: "case-46", identifier: "x", limit: 5, duration: minuteMs }
    await keyward.ok("ratelimit.limit", { ...check, cost: 0 })
    const set = (limit: number) => keyward.ok("ratelimit.setOverride", { ...check, limit })
    const { overrideId } = await set(9)
    await keyward.ok("ratelimit.deleteOverride", { namespace: "case-46", identifier: "x" })
    expect(await keyward.ok("ratelimit.limit", check)).not.toHaveProperty("overrideId")
    expect((await set(3)).overrideId).toBe(overrideId)
    expect(await keyward.ok("ratelimit.limit", check)).toMatchObject({ overrideId, limit: 3 })
  })

  test("case 47: a monthly refill on the 31st sets the balance on the last day of February", async () => {
    for (const [created, instant] of [
      ["2027-02-01T00:00:00Z", "2027-02-28T00:00:00Z"],
      ["2028-02-01T00:00:00Z", "2028-02-29T00:00:00Z"],
    ] as const) {
      clock.now = Date.parse(created)
      const refill = { interval: "monthly", amount: 10, refillDay: 31 }
      const { key } = await make({ credits: { remaining: 7, refill } })
      clock.now = Date.parse(instant) - 1
      expect((await verify(key)).credits).toBe(6)
      clock.now = Date.parse(instant)
      expect((await verify(key, { credits: { cost: 0 } })).credits).toBe(10)
    }
  })

  test("case 48: updateCredits stops at zero, and a set without a value makes a key unlimited", async () => {
    const { keyId } = await make({ credits: { remaining: 3 } })
    const drained = await keyward.ok("keys.updateCredits", { keyId, operation: "decrement", value: 10 })
    expect(drained.remaining).toBe(0)
    const unlimited = await keyward.ok("keys.updateCredits", { keyId, operation: "set" })
    expect(unlimited.remaining).toBeNull()
  })

  test("case 49: with storage down, verifyKey and every other operation answer 503", async () => {
    const breakable = await startWithBreakableStorage(engine)
    const world = await createWorld(breakable.keyward, { hasPeople: true })
    const unseen = await createKey(breakable.keyward, {}, world.rootKey)
    await breakable.breakStorage()
    const call = async (operation: string, body: unknown, key: string) => {
      const reply = await breakable.keyward.call(operation, body, { key })
      expectError(reply, 503, "application/service_unavailable")
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThanOrEqual(1)
    }
    for (const operation of operations) {
      const { workspaceId } = world
      const example = exampleIn(world, operation)
      const body = lacksWorkspace(operation) ? { workspaceId, ...Object(example) } : example
      await call(operation.name, body, callerFor(breakable.keyward, world, operation))
    }
    // The embedded engine answers for keys that it has in memory without storage, unless there is something to spend.
    for (const key of [world.key, unseen.key, "never issued"]) await call("keys.verifyKey", { key }, world.rootKey)
    for (const key of [unseen.key, "never-issued"]) await call("keys.whoami", {}, key)
    expect((await breakable.keyward.request("/readyz")).status).toBe(503)
    expect((await breakable.keyward.request("/v2/liveness")).status).toBe(200)
    await breakable.stop()
  })

  test("case 50: the published client understands success and error alike", async () => {
    const unkey = new Unkey({ serverURL: keyward.url, rootKey: keyward.rootKey })
    const { data } = await unkey.keys.createKey({ apiId, name: "By the published client", byteLength: 24 })
    const { data: verdict } = await unkey.keys.verifyKey({ key: data.key })
    expect(verdict).toMatchObject({ valid: true, code: "VALID", keyId: data.keyId })
    const refusal = await unkey.keys.getKey({ keyId: "unknown" }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(UnkeyError)
    expect(refusal).toMatchObject({ statusCode: 404, error: { status: 404, title: "Not Found" } })
  })
})
