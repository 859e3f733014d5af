import { describe, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { betterAuthCandidate, betterAuthNames } from "./better-auth.ts"

const secret = "abcdefgh-0123456789"
const digest = createHash("sha256").update(secret)
const key = digest.copy().digest("base64url")
const hash = digest.copy().digest("base64")

const columns = ["id", "key", "enabled", "userId"]
const row = { id: "k1", key, enabled: 1, userId: "u1", rateLimitEnabled: 0 }

function convert(members: Readonly<Record<string, unknown>>, dropsRefills = false) {
  const names = betterAuthNames([...columns, ...Object.keys(members)])
  return betterAuthCandidate({ ...row, ...members }, 3, { names, dropsRefills })
}

const mapped = (members: Readonly<Record<string, unknown>>) => {
  const candidate = convert(members)
  return "value" in candidate ? candidate.value : candidate
}
const reasonOf = (members: Readonly<Record<string, unknown>>) => {
  const candidate = convert(members)
  return "reason" in candidate ? candidate.reason : candidate
}

describe("a key of better-auth", () => {
  test("is the key with the same hash, and its owner is the externalId", () => {
    expect(convert({})).toEqual({
      line: 3,
      id: "k1",
      value: { hash, externalId: "u1", enabled: true, ratelimits: [], permissions: [], meta: {} },
    })
  })

  test("brings along what it has: name, start, times, limit, permissions, metadata", () => {
    const members = {
      name: "CI",
      start: "abcdef",
      referenceId: "org_1",
      enabled: false,
      expiresAt: new Date(1_800_000_000_000),
      createdAt: "2026-01-31T12:00:00.000Z",
      lastRequest: 1_790_000_000,
      rateLimitEnabled: true,
      rateLimitMax: 10,
      rateLimitTimeWindow: 86_400_000,
      permissions: JSON.stringify({ files: ["read", "write"], users: ["read"] }),
      metadata: JSON.stringify({ plan: "pro" }),
    }
    expect(mapped(members)).toEqual({
      hash,
      name: "CI",
      start: "abcdef",
      externalId: "org_1",
      enabled: false,
      expires: 1_800_000_000_000,
      createdAt: Date.UTC(2026, 0, 31, 12),
      lastUsedAt: 1_790_000_000_000,
      ratelimits: [{ name: "requests", limit: 10, duration: 86_400_000, autoApply: true }],
      permissions: ["files.read", "files.write", "users.read"],
      meta: { plan: "pro" },
    })
  })

  test("has its columns in either spelling", () => {
    const names = betterAuthNames(["id", "key", "enabled", "reference_id", "rate_limit_max", "rate_limit_time_window"])
    const stored = { id: 7, key, enabled: true, reference_id: "u2", rate_limit_max: 5, rate_limit_time_window: 1000 }
    expect(betterAuthCandidate(stored, 1, { names, dropsRefills: false })).toMatchObject({
      id: "7",
      value: { externalId: "u2", ratelimits: [{ limit: 5, duration: 1000 }] },
    })
  })

  test.each([
    [1_767_225_600_000, "milliseconds"],
    [1_767_225_600, "seconds"],
    ["1767225600000", "text of a number"],
    ["2026-01-01T00:00:00.000Z", "text"],
    ["2026-01-01 00:00:00", "text as SQLite writes it"],
    ["2026-01-01 01:00:00+01:00", "text with a zone"],
    [new Date(1_767_225_600_000), "a date"],
  ])("has times as %p, %s", (expiresAt) => {
    expect(mapped({ expiresAt })).toMatchObject({ expires: 1_767_225_600_000 })
  })

  test("has metadata that was written twice, as an object of the driver, or none", () => {
    const twice = JSON.stringify(JSON.stringify({ a: 1 }))
    expect(mapped({ metadata: twice })).toMatchObject({ meta: { a: 1 } })
    expect(mapped({ metadata: { a: 1 } })).toMatchObject({ meta: { a: 1 } })
    expect(mapped({ metadata: "null" })).toMatchObject({ meta: {} })
  })

  test("has credits where it has a count, with a refill every 24 hours as a daily one", () => {
    expect(mapped({ remaining: null, refillAmount: 5, refillInterval: 1000 })).not.toHaveProperty("credits")
    expect(mapped({ remaining: 3 })).toMatchObject({ credits: { remaining: 3 } })
    expect(mapped({ remaining: 3, refillAmount: 5, refillInterval: 86_400_000 })).toMatchObject({
      credits: { remaining: 3, refill: { interval: "daily", amount: 5 } },
    })
  })

  test("with a refill that Keyward does not have is refused, or imported without it", () => {
    const members = { remaining: 3, refillAmount: 5, refillInterval: 3_600_000 }
    expect(reasonOf(members)).toBe(
      "it refills every 3600000 ms, but Keyward refills daily or monthly; --without-refills imports it with its remaining 3 credits and no refill",
    )
    expect(convert(members, true)).toMatchObject({ value: { credits: { remaining: 3 } } })
  })

  test.each([
    [{ key: secret }, "`key` is not a SHA-256 in base64url"],
    [{ key: createHash("sha256").update(secret).digest("hex") }, "`key` is not a SHA-256 in base64url"],
    [{ permissions: '["read"]' }, "`permissions` is not an object of arrays"],
    [{ permissions: '{"files":"read"}' }, "`permissions` is not an object of arrays"],
    [{ metadata: "[1]" }, "`metadata` is not an object"],
    [{ metadata: "{" }, "`metadata` is not JSON"],
    [{ expiresAt: "soon" }, "`expiresAt` is not a time"],
    [{ remaining: 1.5 }, "`remaining` is not an integer"],
    [{ enabled: "maybe" }, "`enabled` is neither true nor false"],
  ])("that has no counterpart is refused: %j", (members, reason) => {
    expect(reasonOf(members)).toContain(reason)
  })

  test("is looked for in its table only", () => {
    expect(() => betterAuthNames(["id", "email"])).toThrow(
      "The table is not a better-auth table: it lacks the column key or enabled or referenceId or userId.",
    )
  })
})
