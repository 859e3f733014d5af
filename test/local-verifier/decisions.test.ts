import { describe, expect, test } from "bun:test"
import { createStage, holdKey, type Message, type Stage } from "./stage.ts"

const key = "acme_live_6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ"

async function holding(fields: Message = {}): Promise<Stage> {
  const stage = createStage()
  stage.latest().attach()
  await holdKey(stage, key, fields)
  return stage
}

/** The code that is decided at once; undefined if the verifier would ask. */
async function codeOf(fields: Message, input: Message = {}): Promise<string | undefined> {
  return (await holding(fields)).verifier.peek({ key, ...input })?.code
}

describe("a decision", () => {
  test("is that of the server, without a message", async () => {
    const stage = await holding({ data: { name: "Acme", identity: { externalId: "user_42" } } })
    const before = stage.latest().sent.length
    const { data, error } = await stage.verifier.keys.verifyKey({ key, permissions: "documents.read" })
    expect(error).toBeUndefined()
    expect(data).toEqual({
      valid: true,
      code: "VALID",
      keyId: "key_1",
      apiId: "api_1",
      name: "Acme",
      identity: { externalId: "user_42" },
      meta: {},
      permissions: ["documents.read"],
      roles: [],
      ratelimits: [],
    } as unknown as NonNullable<typeof data>)
    expect(stage.latest().sent.length).toBe(before)
    expect(stage.verifier.counts).toEqual({ local: 1, asked: 1, http: 0 })
  })

  test("is one object for all calls, and nobody can change it", async () => {
    const { verifier } = await holding({ data: { meta: { plan: "pro" } } })
    const first = await verifier.keys.verifyKey({ key })
    const second = await verifier.keys.verifyKey({ key })
    expect(second).toBe(first)
    expect(verifier.peek({ key })).toBe(first.data)
    const { data } = first
    if (!data?.valid) throw new Error("The key is valid.")
    expect(() => Object.assign(data.meta, { plan: "free" })).toThrow()
    expect(() => data.permissions.push("everything")).toThrow()
    first.headers?.set("X-Mine", "1")
    expect(second.headers?.has("X-Mine")).toBe(false)
  })

  test("follows the order of the checks", async () => {
    const all = { refused: "DISABLED", expires: 1, networks: [["192.0.2.0/24"]] }
    const input = { permissions: "documents.write", keyspaces: ["api_2"] }
    expect(await codeOf(all, input)).toBe("NOT_FOUND")
    expect(await codeOf(all, { permissions: "documents.write" })).toBe("DISABLED")
    expect(await codeOf({ ...all, refused: undefined }, { permissions: "documents.write" })).toBe("EXPIRED")
    expect(await codeOf({ networks: all.networks }, { permissions: "documents.write" })).toBe("FORBIDDEN")
    expect(await codeOf({}, { permissions: "documents.write" })).toBe("INSUFFICIENT_PERMISSIONS")
    expect(await codeOf({}, { permissions: "documents.read AND (a OR documents.read)" })).toBe("VALID")
    expect(await codeOf({}, { keyspaces: ["api_2", "api_1"] })).toBe("VALID")
  })

  test("has only its code if the key is of another API", async () => {
    const { verifier } = await holding()
    expect(verifier.peek({ key, keyspaces: ["api_2"] })).toEqual({ valid: false, code: "NOT_FOUND" })
  })

  test("of a refusal has the key but no limits", async () => {
    const { verifier } = await holding({ refused: "DISABLED" })
    expect(verifier.peek({ key })).toMatchObject({ valid: false, code: "DISABLED", keyId: "key_1" })
    expect(verifier.peek({ key })).not.toHaveProperty("ratelimits")
  })

  test("needs an address in each allow list", async () => {
    const networks = [["192.0.2.0/24"], ["192.0.2.7/32", "2001:db8::/32"]]
    expect(await codeOf({ networks }, { ip: "192.0.2.7" })).toBe("VALID")
    expect(await codeOf({ networks }, { ip: "::ffff:192.0.2.7" })).toBe("VALID")
    for (const ip of ["192.0.2.8", "2001:db8::1", undefined]) {
      expect(await codeOf({ networks }, { ip })).toBe("FORBIDDEN")
    }
  })

  test("ignores what does not matter to a key without credits", async () => {
    const input = { credits: { cost: 5 }, tags: ["path=/x", "😀"], ratelimits: [], migrationId: undefined }
    expect(await codeOf({}, input)).toBe("VALID")
  })

  test("is left to the server from `until` on", async () => {
    const { verifier, serverNow, ...stage } = createStage()
    stage.latest().attach()
    await holdKey({ verifier, serverNow, ...stage }, key, { until: serverNow() + 100 })
    expect(verifier.peek({ key })?.code).toBe("VALID")
    stage.stop(99)
    expect(verifier.peek({ key })).toBeUndefined()
  })

  test("changes when the key expires", async () => {
    const stage = createStage()
    stage.latest().attach()
    await holdKey(stage, key, { expires: stage.serverNow() + 100 })
    stage.stop(98)
    expect(stage.verifier.peek({ key })?.code).toBe("VALID")
    stage.stop(2)
    expect(stage.verifier.peek({ key })?.code).toBe("EXPIRED")
  })

  test.each([
    ["rate limits", { ratelimits: [{ name: "requests" }] }],
    ["a migration", { migrationId: "" }],
    ["a reservation", { credits: { cost: 1, reserve: true } }],
    ["a price that is no number", { credits: { cost: "1" } }],
    ["a price below 0", { credits: { cost: -1 } }],
    ["a price that is null", { credits: null }],
    ["a query with an error", { permissions: "a AND" }],
    ["an empty query", { permissions: "" }],
    ["a query that is too long", { permissions: "a".repeat(1_001) }],
    ["something that is no address", { ip: "192.0.2.256" }],
    ["no keyspaces", { keyspaces: [] }],
    ["too many tags", { tags: Array(21).fill("a") }],
    ["a tag that is too long", { tags: ["a".repeat(513)] }],
    ["a tag with half a character", { tags: ["\ud83d"] }],
    ["a tag with U+0000", { tags: ["\0"] }],
    ["tags that are no list", { tags: "a" }],
    ["a field that is unknown", { region: "eu" }],
  ])("is left to the server with %s", async (_what, input) => {
    expect(await codeOf({}, input)).toBeUndefined()
  })
})

describe("a drop", () => {
  test("takes the records that depend on an id, and no others", async () => {
    const stage = await holding()
    await holdKey(stage, "other", { on: ["key_2", "ws_1"] })
    stage.latest().say({ t: "drop", n: 3, ids: ["key_1", "never_heard_of"] })
    expect(stage.verifier.peek({ key })).toBeUndefined()
    expect(stage.verifier.peek({ key: "other" })?.code).toBe("VALID")
    stage.latest().say({ t: "drop", n: 7, ids: ["ws_1"] })
    expect(stage.verifier.peek({ key: "other" })).toBeUndefined()
    expect(stage.latest().of("ack")).toEqual([
      { t: "ack", n: 3 },
      { t: "ack", n: 7 },
    ])
  })

  test("without ids takes all, and a record that comes later is held", async () => {
    const stage = await holding()
    stage.latest().say({ t: "drop", n: 1 })
    expect(stage.verifier.peek({ key })).toBeUndefined()
    await holdKey(stage, key)
    expect(stage.verifier.peek({ key })?.code).toBe("VALID")
  })

  test("of a record that was replaced goes by what the new one depends on", async () => {
    const stage = await holding()
    stage.latest().say({ t: "drop", n: 1, ids: ["key_1"] })
    await holdKey(stage, key, { on: ["key_9"] })
    stage.latest().say({ t: "drop", n: 2, ids: ["key_1"] })
    expect(stage.verifier.peek({ key })?.code).toBe("VALID")
    stage.latest().say({ t: "drop", n: 3, ids: ["key_9"] })
    expect(stage.verifier.peek({ key })).toBeUndefined()
  })
})
