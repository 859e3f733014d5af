import { beforeAll, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { check, serveLimits } from "../../test/harness/serve-limits.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

describe.each([...engines])("ratelimit.setOverride on %s", (engine) => {
  const { keyward, namespaceId, take } = serveLimits(engine)
  let emailsId: string
  beforeAll(async () => {
    await take("emails")
    emailsId = await namespaceId("emails")
  })

  const setTo = async (settings: object): Promise<string> =>
    (await keyward.ok("ratelimit.setOverride", check("emails", { limit: 5, ...settings }))).overrideId
  const get = (identifier: string) => keyward.ok("ratelimit.getOverride", { namespace: "emails", identifier })
  const eventsOf = (overrideId: string) => keyward.events({ resourceId: overrideId })

  test("creates an override and records it with its namespace", async () => {
    const identifier = "created"
    const overrideId = await setTo({ identifier })
    expect(overrideId).toMatch(/^rlor_[1-9A-HJ-NP-Za-km-z]{22}$/)
    const override = { overrideId, identifier, limit: 5, duration: 60_000 }
    expect(await get(identifier)).toEqual(override)
    expect(await eventsOf(overrideId)).toEqual([
      expect.objectContaining({
        type: "ratelimit_override.created",
        actor: { type: "root_key", id: keyward.rootKeyId },
        resources: [
          { type: "ratelimit_override", id: overrideId },
          { type: "ratelimit_namespace", id: emailsId },
        ],
        changes: { before: null, after: override },
      }),
    ])
  })

  test("replaces under the same id and records what changed", async () => {
    const identifier = "replaced"
    const overrideId = await setTo({ identifier })
    expect(await setTo({ identifier, limit: 0, duration: 1000 })).toBe(overrideId)
    expect(await get(identifier)).toEqual({ overrideId, identifier, limit: 0, duration: 1000 })
    const [updated, created, ...more] = await eventsOf(overrideId)
    expect([created?.type, more]).toEqual(["ratelimit_override.created", []])
    expect(updated).toMatchObject({
      type: "ratelimit_override.updated",
      changes: { before: { limit: 5, duration: 60_000 }, after: { limit: 0, duration: 1000 } },
    })
  })

  test("takes names of 512 characters, however many bytes each of them has", async () => {
    const longest = "🔑".repeat(512)
    await take(longest, { identifier: longest })
    const overrideId = await setTo({ namespace: longest, identifier: longest })
    expect(await take(longest, { identifier: longest })).toMatchObject({ overrideId, limit: 5 })
    const tooLong = check(`${longest}🔑`, { identifier: `${longest}🔑` })
    const locations = ["body.namespace", "body.identifier"]
    await expectViolations(keyward, "ratelimit.setOverride", [[tooLong, ...locations]])
  })

  test("records nothing where nothing changes", async () => {
    const overrideId = await setTo({ identifier: "same" })
    expect(await setTo({ identifier: "same" })).toBe(overrideId)
    expect(await setTo({ identifier: "same", namespace: emailsId })).toBe(overrideId)
    expect(await eventsOf(overrideId)).toHaveLength(1)
  })

  test("revives a deleted override under its old id, in force, and records a creation", async () => {
    const identifier = "revived"
    const overrideId = await setTo({ identifier })
    await keyward.ok("ratelimit.deleteOverride", { namespace: "emails", identifier })
    expect(await take("emails", { identifier })).toMatchObject({ limit: 10 })
    expect(await setTo({ identifier, limit: 5 })).toBe(overrideId)
    expect(await take("emails", { identifier })).toMatchObject({ limit: 5, overrideId })
    const events = await eventsOf(overrideId)
    const types = ["created", "deleted", "created"].map((what) => `ratelimit_override.${what}`)
    expect(events.map(({ type }) => type)).toEqual(types)
    expect(events[0]?.changes).toEqual({ before: null, after: { overrideId, identifier, limit: 5, duration: 60_000 } })
  })

  test("gives parallel calls for one identifier one override", async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => setTo({ identifier: "raced" })))
    expect(new Set(ids).size).toBe(1)
    expect(await eventsOf(ids[0] ?? "")).toHaveLength(1)
  })

  test("tells identifiers apart by every byte, and keeps those of other namespaces", async () => {
    await take("texts")
    const identifiers = ["case", "Case", "case ", "cas\u00e9", "cas\u0065\u0301", "c*se", "%", "_"]
    const ids = await Promise.all(identifiers.map((identifier) => setTo({ identifier })))
    const others = await Promise.all(identifiers.map((identifier) => setTo({ identifier, namespace: "texts" })))
    expect(new Set([...ids, ...others]).size).toBe(2 * identifiers.length)
  })

  test("takes a stored pattern by its text, not by what it matches", async () => {
    const pattern = await setTo({ identifier: "pattern_*" })
    const matched = await setTo({ identifier: "pattern_1" })
    expect(matched).not.toBe(pattern)
    expect(await get("pattern_*")).toMatchObject({ overrideId: pattern })
  })

  test("refuses bad input, each field at its place", async () => {
    const wrong: readonly (readonly [string, readonly unknown[]])[] = [
      ["identifier", ["", "*".repeat(9), "i".repeat(513)]],
      ["limit", [-1, 1_000_000_001, null]],
      ["duration", [999, 31_536_000_001]],
    ]
    const one = wrong.flatMap(([field, values]) =>
      values.map((value) => [check("emails", { [field]: value }), `body.${field}`] as const),
    )
    await expectViolations(keyward, "ratelimit.setOverride", [
      [{}, "body.namespace", "body.identifier", "body.limit", "body.duration"],
      ...one,
    ])
  })
})
