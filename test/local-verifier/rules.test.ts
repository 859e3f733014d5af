import { describe, expect, test } from "bun:test"
import { everyRule, type Rules } from "../../sdk/src/local/rules.ts"
import { createStage, holdKey, type Stage, type StageOptions, turn } from "./stage.ts"

/** Each rule of docs/verifier-protocol.md: true if its promise is kept. It must be false with the rule turned off. */
const scenarios: Readonly<Record<keyof Rules, (start: (options?: StageOptions) => Stage) => Promise<boolean>>> = {
  async countsFromSending(start) {
    const stage = start()
    stage.latest().attach()
    await holdKey(stage, "a_key")
    await stage.advance(250)
    // This renewal was sent at 250. Its answer arrives after 900 ms, with a full second.
    const { n } = stage.latest().of("renew").at(-1) ?? {}
    stage.stop(900)
    stage.latest().say({ t: "lease", n, ms: 1_000, now: stage.serverNow() })
    stage.stop(200)
    return stage.verifier.peek({ key: "a_key" }) === undefined
  },
  async readsWallClock(start) {
    const stage = await attached(start)
    stage.sleep(5_000)
    return stage.verifier.peek({ key: "a_key" }) === undefined
  },
  async checksLease(start) {
    const stage = await attached(start)
    stage.stop(1_001)
    return stage.verifier.peek({ key: "a_key" }) === undefined
  },
  async dropsBeforeAck(start) {
    const stage = await attached(start)
    let isHeldAtAck = false
    stage.latest().onSend = ({ t }) => {
      if (t === "ack") isHeldAtAck = stage.verifier.peek({ key: "a_key" }) !== undefined
    }
    stage.latest().say({ t: "drop", n: 1, ids: ["key_1"] })
    return stage.latest().of("ack").length === 1 && !isHeldAtAck
  },
  async endsOnUnknown(start) {
    const stage = await attached(start)
    stage.latest().say({ t: "forget_networks" })
    return stage.latest().closedWith === 4000 && stage.verifier.peek({ key: "a_key" }) === undefined
  },
  async forgetsWithConnection(start) {
    const stage = await attached(start)
    stage.latest().break(1006)
    return stage.verifier.peek({ key: "a_key" }) === undefined
  },
  async asksAroundExpiry(start) {
    const stage = start()
    stage.latest().open()
    stage.latest().say({ t: "welcome", node: "node_1" })
    // The server may have written its time anywhere in these 200 ms.
    const now = stage.serverNow()
    stage.stop(200)
    stage.latest().say({ t: "lease", n: 1, ms: 1_000, now })
    await holdKey(stage, "a_key", { expires: now + 100 })
    return stage.verifier.peek({ key: "a_key" }) === undefined
  },
  async losesAsks(start) {
    const stage = await attached(start)
    const pending = stage.verifier.keys.verifyKey({ key: "with_credits" })
    await turn()
    stage.latest().break(1006)
    const { error } = await pending
    return error?.code === "client/unreachable" && stage.calls.length === 0
  },
  async boundsRecords(start) {
    const stage = start({ verifier: { maxRecords: 2 } })
    stage.latest().attach()
    for (const key of ["first", "second", "third"]) await holdKey(stage, key)
    const isHeld = (key: string) => stage.verifier.peek({ key }) !== undefined
    return !isHeld("first") && isHeld("second") && isHeld("third")
  },
  async waitsForConnection(start) {
    const stage = start()
    void stage.verifier.keys.verifyKey({ key: "a_key" })
    await stage.advance(249)
    stage.latest().attach()
    await turn()
    return stage.latest().asks().length === 1 && stage.calls.length === 0
  },
  async waitsAtRandom(start) {
    const stage = start({ random: () => 0.2 })
    stage.latest().attach()
    stage.latest().break(1006)
    await stage.advance(49)
    const isEarly = stage.sockets.length > 1
    await stage.advance(1)
    return !isEarly && stage.sockets.length === 2
  },
}

async function attached(start: (options?: StageOptions) => Stage): Promise<Stage> {
  const stage = start()
  stage.latest().attach()
  await holdKey(stage, "a_key")
  if (stage.verifier.peek({ key: "a_key" }) === undefined) throw new Error("The key is not held.")
  return stage
}

describe.each(Object.keys(everyRule) as (keyof Rules)[])("the rule %s", (rule) => {
  test("is kept", async () => {
    expect(await scenarios[rule](createStage)).toBe(true)
  })

  test("is missed when it is off", async () => {
    const startWithout = (options: StageOptions = {}) => createStage({ ...options, rules: { [rule]: false } })
    expect(await scenarios[rule](startWithout)).toBe(false)
  })
})
