import { describe, expect, test } from "bun:test"
import { sha256 } from "../../src/secrets/hash.ts"
import { createStage, holdKey, recordOf, turn } from "./stage.ts"

const answered = { valid: true, code: "VALID", credits: 4 }

function attachedStage() {
  const stage = createStage()
  stage.latest().attach()
  return stage
}

describe("an ask", () => {
  test("sends the hash of the key, never the key", async () => {
    const stage = attachedStage()
    const key = "acme_live_secret_part"
    const input = { key, permissions: "a", credits: { cost: 2 }, tags: ["x"] }
    const pending = stage.verifier.keys.verifyKey(input)
    await turn()
    const [ask] = stage.latest().asks()
    expect(ask).toEqual({
      i: 1,
      hash: sha256(key),
      long: sha256("part"),
      permissions: "a",
      credits: { cost: 2 },
      tags: ["x"],
    })
    expect(JSON.stringify(stage.latest().sent)).not.toContain("secret")
    stage.latest().say({ t: "verdicts", answers: [{ i: 1, requestId: "req_7", data: answered }] })
    const { data, requestId } = await pending
    expect(data).toEqual(answered as unknown as NonNullable<typeof data>)
    expect(requestId).toBe("req_7")
    expect(stage.verifier.counts).toEqual({ local: 0, asked: 1, http: 0 })
  })

  test("shares a message with those of the same turn, at most 100", async () => {
    const stage = attachedStage()
    const pending = Array.from({ length: 150 }, (_, index) => stage.verifier.keys.verifyKey({ key: `key${index}` }))
    await turn()
    expect(
      stage
        .latest()
        .of("verify")
        .map(({ asks }) => asks.length),
    ).toEqual([100, 50])
    const answers = stage
      .latest()
      .asks()
      .map(({ i }) => ({ i, requestId: "req_1", data: { valid: false, code: "NOT_FOUND" } }))
    stage.latest().say({ t: "verdicts", answers: answers.toReversed() })
    for (const { data } of await Promise.all(pending)) expect(data?.code).toBe("NOT_FOUND")
  })

  test("waits while 1,000 others are in flight", async () => {
    const stage = attachedStage()
    const pending = Array.from({ length: 1_001 }, (_, index) => stage.verifier.keys.verifyKey({ key: `key${index}` }))
    await turn()
    expect(stage.latest().asks()).toHaveLength(1_000)
    const answer = (i: number) => ({ i, requestId: "req_1", data: answered })
    stage.latest().say({ t: "verdicts", answers: [answer(1)] })
    await turn()
    expect(stage.latest().asks()).toHaveLength(1_001)
    stage.latest().say({
      t: "verdicts",
      answers: stage
        .latest()
        .asks()
        .slice(1)
        .map(({ i }) => answer(i)),
    })
    expect(await Promise.all(pending)).toHaveLength(1_001)
  })

  test("of large requests goes in frames of at most 256 KiB", async () => {
    const stage = attachedStage()
    const tags = Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(500, "é"))
    for (let index = 0; index < 30; index += 1) void stage.verifier.keys.verifyKey({ key: `key${index}`, tags })
    await turn()
    expect(stage.latest().asks()).toHaveLength(30)
    const sizes = stage
      .latest()
      .of("verify")
      .map((message) => Buffer.byteLength(JSON.stringify(message)))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(262_144)
    await stage.verifier.close()
  })

  test("says if a record is held, and a later answer without one leaves the record", async () => {
    const stage = attachedStage()
    await holdKey(stage, "a_key")
    const pending = stage.verifier.keys.verifyKey({ key: "a_key", ratelimits: [{ name: "requests" }] })
    await turn()
    const ask = stage.latest().asks().at(-1)
    expect(ask).toMatchObject({ held: true })
    stage.latest().say({ t: "verdicts", answers: [{ i: ask?.i, requestId: "req_2", data: answered }] })
    await pending
    expect(stage.verifier.peek({ key: "a_key" })?.code).toBe("VALID")
  })

  test("of an imported key is repeated over HTTP with the key", async () => {
    const stage = attachedStage()
    const pending = stage.verifier.keys.verifyKey({ key: "old_key_long", tags: ["x"] })
    await turn()
    stage.latest().say({ t: "verdicts", answers: [{ i: 1, requestId: "req_1", plaintext: true }] })
    const { requestId } = await pending
    expect(requestId).toBe("req_http")
    expect(stage.calls).toEqual([{ key: "old_key_long", tags: ["x"] }])
    expect(stage.verifier.counts).toEqual({ local: 0, asked: 0, http: 1 })
  })

  test("that is refused has the error of the client", async () => {
    const stage = attachedStage()
    const pending = stage.verifier.keys.verifyKey({ key: "a_key" }, { retries: 0 })
    await turn()
    const errors = [{ location: "body.ip", message: "must be an address" }]
    const error = { type: "https://x/errors/limits/rate_limit_exceeded", detail: "Too many.", status: 429, errors }
    stage.latest().say({ t: "verdicts", answers: [{ i: 1, requestId: "req_1", error, retryAfter: 7 }] })
    const result = await pending
    expect(result.error).toMatchObject({
      code: "limits/rate_limit_exceeded",
      status: 429,
      requestId: "req_1",
      retryAfterSeconds: 7,
      errors,
    })
  })

  test("without an answer in time ends with client/timeout, and its late answer is ignored", async () => {
    const stage = attachedStage()
    const pending = stage.verifier.keys.verifyKey({ key: "a_key" }, { timeoutMs: 100 })
    await stage.advance(100)
    expect((await pending).error?.code).toBe("client/timeout")
    stage
      .latest()
      .say({ t: "verdicts", answers: [{ i: 1, requestId: "req_1", data: answered, record: recordOf("a_key") }] })
    expect(stage.latest().closedWith).toBeUndefined()
    expect(stage.verifier.peek({ key: "a_key" })?.code).toBe("VALID")
  })

  test("ends with its signal", async () => {
    const stage = attachedStage()
    const controller = new AbortController()
    const pending = stage.verifier.keys.verifyKey({ key: "a_key" }, { signal: controller.signal })
    await turn()
    controller.abort()
    expect((await pending).error?.code).toBe("client/aborted")
    const late = await stage.verifier.keys.verifyKey({ key: "a_key" }, { signal: controller.signal })
    expect(late.error?.code).toBe("client/aborted")
    expect(stage.calls).toHaveLength(0)
  })

  test.each([
    ["a key that is no text of visible characters", { key: "ключ" }],
    ["a key that is empty", { key: "" }],
    ["a key that is too long", { key: "a".repeat(513) }],
    ["an unknown field", { key: "a_key", region: "eu" }],
    ["a request that fills a frame", { key: "a_key", permissions: "a".repeat(90_000) }],
  ])("of %s goes over HTTP", async (_what, input) => {
    const stage = attachedStage()
    await stage.verifier.keys.verifyKey(input)
    expect(stage.calls).toEqual([input])
    expect(stage.latest().asks()).toHaveLength(0)
  })
})

describe("a record", () => {
  test("comes only from the connection, never from HTTP", async () => {
    const stage = createStage({
      fetch: async () =>
        Response.json({
          meta: { requestId: "req_http" },
          data: { valid: true, code: "VALID", ...recordOf("a_key").data, record: recordOf("a_key") },
        }),
    })
    await stage.advance(250)
    await stage.verifier.keys.verifyKey({ key: "a_key" })
    stage.latest().attach()
    expect(stage.verifier.peek({ key: "a_key" })).toBeUndefined()
  })

  test("is kept while there is no lease, and decides with the next one", async () => {
    const stage = attachedStage()
    await holdKey(stage, "a_key")
    await stage.advance(250)
    stage.latest().lend(0)
    expect(stage.verifier.peek({ key: "a_key" })).toBeUndefined()
    expect(stage.verifier.state).toBe("asking")
    const pending = stage.verifier.keys.verifyKey({ key: "a_key" })
    await turn()
    const i = stage.latest().asks().at(-1)?.i
    stage.latest().say({ t: "verdicts", answers: [{ i, requestId: "req_1", data: answered }] })
    expect((await pending).requestId).toBe("req_1")
    await stage.advance(250)
    stage.latest().lend()
    expect(stage.verifier.peek({ key: "a_key" })?.code).toBe("VALID")
  })
})
