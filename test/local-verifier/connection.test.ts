import { describe, expect, test } from "bun:test"
import { type VerifierState, waitMs } from "../../sdk/src/local/attachment.ts"
import { rejection } from "../harness/rejection.ts"
import { createStage, holdKey, recordOf, type ScriptedSocket, type Stage, turn } from "./stage.ts"

async function holding(): Promise<Stage> {
  const stage = createStage()
  stage.latest().attach()
  await holdKey(stage, "a_key")
  return stage
}

describe("a connection", () => {
  test("begins with the root key in its first message, and nowhere else", () => {
    const stage = createStage({ verifier: { url: "https://keyward.test/under/" } })
    const { url, sent, ...socket } = stage.latest()
    expect(url).toBe("wss://keyward.test/under/v2/verifier")
    socket.open()
    expect(sent).toEqual([{ t: "hello", key: "root_key", client: expect.stringMatching(/^keyward-client\/\d/) }])
    socket.say({ t: "welcome", node: "node_1", invented: "later" })
    expect(sent[1]).toEqual({ t: "renew", n: 1 })
  })

  test("renews every 250 ms, with growing numbers", async () => {
    const stage = await holding()
    await stage.advance(750)
    expect(
      stage
        .latest()
        .of("renew")
        .map(({ n }) => n),
    ).toEqual([1, 2, 3, 4])
  })

  test.each([
    ["a message of an unknown kind", { t: "news" }],
    ["a lease that nobody asked for", { t: "lease", n: 99, ms: 1, now: 1 }],
    ["a lease of more than a second", { t: "lease", n: 1, ms: 1_001, now: 1 }],
    ["a lease without a time", { t: "lease", n: 1, ms: 1_000 }],
    ["a second welcome", { t: "welcome", node: "node_1" }],
    ["a drop whose number does not grow", { t: "drop", n: 0, ids: [] }],
    ["a drop with ids that are no list", { t: "drop", n: 1, ids: "key_1" }],
    ["verdicts that are no list", { t: "verdicts", answers: {} }],
    ["an answer without a number", { t: "verdicts", answers: [{ requestId: "req_1", data: {} }] }],
    ["an answer with nothing", { t: "verdicts", answers: [{ i: 1, requestId: "req_1" }] }],
    ["text", "drop"],
  ])("ends after %s", async (_what, message) => {
    const stage = await holding()
    stage.latest().say(message as object)
    expect(stage.latest().closedWith).toBe(4000)
    expect(stage.verifier.peek({ key: "a_key" })).toBeUndefined()
  })

  test.each([
    ["a record of another key", recordOf("other")],
    ["a record with a refusal that is unknown", recordOf("a_key", { refused: "PAUSED" })],
    ["a record with three allow lists", recordOf("a_key", { networks: [[], [], []] })],
    ["a record without dependencies", recordOf("a_key", { on: undefined })],
    ["a record without permissions", recordOf("a_key", { data: { permissions: undefined } })],
  ])("ends after %s", async (_what, record) => {
    const stage = createStage()
    stage.latest().attach()
    const pending = stage.verifier.keys.verifyKey({ key: "a_key" })
    await turn()
    stage.latest().say({ t: "verdicts", answers: [{ i: 1, requestId: "req_1", data: {}, record }] })
    expect(stage.latest().closedWith).toBe(4000)
    expect((await pending).error?.code).toBe("client/unreachable")
  })

  test("ignores answers to nothing and leases that are too late, and members that it does not know", async () => {
    const stage = await holding()
    await stage.advance(250)
    stage.latest().say({ t: "lease", n: 2, ms: 1_000, now: stage.serverNow(), invented: 1 })
    stage.latest().say({ t: "lease", n: 1, ms: 0, now: 1 })
    stage.latest().say({ t: "verdicts", answers: [{ i: 77, requestId: "req_1", data: {} }] })
    expect(stage.latest().closedWith).toBeUndefined()
    expect(stage.verifier.peek({ key: "a_key" })?.code).toBe("VALID")
  })

  test("that does not answer for two seconds is left for another", async () => {
    const stage = await holding()
    await stage.advance(2_500)
    expect(stage.sockets[0]?.closedWith).toBe(4000)
    expect(stage.sockets.length).toBeGreaterThan(1)
  })

  test("that is not welcomed within five seconds is left for another", async () => {
    const stage = createStage()
    stage.latest().open()
    await stage.advance(5_000)
    expect(stage.sockets[0]?.closedWith).toBe(4000)
    await stage.advance(250)
    expect(stage.sockets).toHaveLength(2)
  })

  test("of a program that does not speak the protocol is left", () => {
    const stage = createStage()
    stage.latest().open("")
    expect(stage.latest().closedWith).toBe(4000)
    expect(stage.latest().sent).toEqual([])
  })

  test("ends with bye: the verifier forgets, sends what it counted and attaches again", async () => {
    const stage = await holding()
    stage.verifier.peek({ key: "a_key" })
    stage.latest().say({ t: "bye" })
    expect(stage.latest().closedWith).toBe(4000)
    expect(stage.latest().sent.at(-1)).toMatchObject({ t: "used", rows: [{ count: 1 }] })
    expect(stage.verifier.peek({ key: "a_key" })).toBeUndefined()
    await stage.advance(250)
    stage.latest().attach()
    expect(stage.verifier.state).toBe("local")
  })

  test("ends with close: used, then 4000, and later calls use HTTP", async () => {
    const stage = await holding()
    stage.verifier.peek({ key: "a_key" })
    await stage.verifier.close()
    expect(stage.latest().sent.at(-1)).toMatchObject({ t: "used" })
    expect(stage.latest().closedWith).toBe(4000)
    expect(stage.verifier.state).toBe("closed")
    expect((await stage.verifier.keys.verifyKey({ key: "a_key" })).requestId).toBe("req_http")
    await stage.advance(60_000)
    expect(stage.sockets).toHaveLength(1)
    await stage.verifier.close()
  })

  test("is opened again after a wait that depends on its end", () => {
    const wait = (code: number, failures = 0, reason = "") => waitMs({ code, reason }, failures, 0.5)
    expect([0, 1, 2, 5, 9].map((failures) => wait(1006, failures))).toEqual([125, 250, 500, 2_500, 2_500])
    expect([4401, 4408, 4413, 4503].map((code) => wait(code))).toEqual([125, 125, 125, 125])
    expect([4400, 4403].map((code) => wait(code))).toEqual([30_000, 30_000])
    expect(wait(4413, 0, "frames")).toBe(30_000)
    expect([wait(4429, 0, "12"), wait(4429, 0, "soon")]).toEqual([12_000, 125])
  })
})

/** In Deno and Workers, `send` throws unless the connection is open. */
function throwsOnceClosed(socket: ScriptedSocket): { isOpen: boolean } {
  const line = { isOpen: true }
  socket.onSend = () => {
    if (!line.isOpen || socket.closedWith !== undefined) throw new Error("The connection is not open.")
  }
  return line
}

describe("a connection that ended", () => {
  test("does not take what is counted for the next one", async () => {
    const stage = await holding()
    const [first = stage.latest()] = stage.sockets
    const line = throwsOnceClosed(first)
    await stage.advance(300)
    first.lend()
    stage.verifier.peek({ key: "a_key" })
    line.isOpen = false
    await stage.advance(400)
    expect(stage.sockets).toHaveLength(2)
    const sent = first.sent.length
    stage.latest().attach()
    await holdKey(stage, "a_key")
    for (let step = 0; step < 20; step += 1) {
      for (let count = 0; count < 5; count += 1) stage.verifier.peek({ key: "a_key" })
      await stage.advance(100)
      stage.latest().lend()
    }
    await stage.verifier.close()
    const rows = stage
      .latest()
      .of("used")
      .flatMap(({ rows }) => rows)
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(100)
    expect(first.sent).toHaveLength(sent)
    expect(stage.timers()).toBe(0)
  })

  test("has no timer left if onState closed the verifier", async () => {
    const stage: Stage = createStage({
      verifier: { onState: (state) => state === "asking" && void stage.verifier.close() },
    })
    throwsOnceClosed(stage.latest())
    await turn()
    stage.latest().attach(300)
    await stage.advance(500)
    expect(stage.latest().closedWith).toBe(4000)
    expect(stage.timers()).toBe(0)
  })

  test("is closed although onState throws", async () => {
    const stage = createStage({ verifier: { onState: throwsAt("connecting") } })
    stage.latest().attach()
    await turn()
    expect(() => stage.latest().say({ t: "news" })).toThrow("A defect of the application.")
    expect(stage.latest().closedWith).toBe(4000)
  })
})

test("renewals go on although onState throws", async () => {
  const stage = createStage({ verifier: { onState: throwsAt("asking") } })
  stage.latest().attach(300)
  await turn()
  expect(await rejection(stage.advance(500))).toMatchObject({ message: "A defect of the application." })
  const renewals = stage.latest().of("renew").length
  await stage.advance(250)
  expect(stage.latest().of("renew").length).toBe(renewals + 1)
})

function throwsAt(which: VerifierState) {
  return (state: VerifierState) => {
    if (state === which) throw new Error("A defect of the application.")
  }
}

describe("without a connection", () => {
  test("a call waits 250 ms after the loss, then uses HTTP, and later calls use HTTP at once", async () => {
    const stage = await holding()
    stage.latest().break(1006)
    const pending = stage.verifier.keys.verifyKey({ key: "a_key" })
    await stage.advance(249)
    expect(stage.calls).toHaveLength(0)
    expect(stage.verifier.state).toBe("connecting")
    await stage.advance(1)
    expect((await pending).requestId).toBe("req_http")
    expect(stage.verifier.state).toBe("http")
    await stage.verifier.keys.verifyKey({ key: "a_key" })
    expect(stage.verifier.counts.http).toBe(2)
  })

  test("an unreachable service is an error, as with the client", async () => {
    const stage = createStage({ fetch: () => Promise.reject(new Error("no route")) })
    await stage.advance(250)
    const { error } = await stage.verifier.keys.verifyKey({ key: "a_key" }, { retries: 0 })
    expect(error?.code).toBe("client/unreachable")
  })

  test("asks that were not sent yet use HTTP", async () => {
    const stage = await holding()
    const pending = stage.verifier.keys.verifyKey({ key: "with_credits" })
    stage.latest().break(1006)
    await stage.advance(250)
    expect((await pending).requestId).toBe("req_http")
  })

  test("each state is told once, with the reason", async () => {
    const stage = await holding()
    stage.latest().break(4503, "")
    await stage.advance(250)
    stage.latest().attach()
    await stage.verifier.close()
    expect(stage.states).toEqual(["local", "connecting", "http", "local", "closed"])
  })
})

test("a runtime without WebSocket verifies over HTTP, and says so", async () => {
  const told: string[] = []
  const own = globalThis.WebSocket
  Reflect.deleteProperty(globalThis, "WebSocket")
  const stage = createStage({
    verifier: { webSocket: undefined, onState: (state, detail) => told.push(`${state}: ${detail}`) },
  })
  globalThis.WebSocket = own
  await turn()
  expect(stage.sockets).toHaveLength(0)
  expect(told).toEqual([
    "http: Every verification is an HTTP call to Keyward: this runtime has no WebSocket. Use Node 22, or pass `webSocket`.",
  ])
  expect((await stage.verifier.keys.verifyKey({ key: "a_key" })).requestId).toBe("req_http")
})

test("a number of records that makes no sense is refused", () => {
  for (const maxRecords of [0, 1.5, Number.NaN]) {
    expect(() => createStage({ verifier: { maxRecords } })).toThrow("Pass a whole number from 1")
  }
})
