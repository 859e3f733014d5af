import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { Reply } from "../harness/harness.ts"
import { steadyWindowMs } from "../harness/steady-window.ts"
import { until } from "../harness/until.ts"
import { dataOf, isUnavailable } from "./call.ts"
import { createEvidence } from "./evidence.ts"
import { killNode, type Node } from "./node.ts"
import { initialCredits, type Key, type Scene, setScene } from "./scene.ts"
import { kindsOfSmallDisk } from "./small-disk.ts"

const limit = { namespace: "known", identifier: "one", limit: 100, duration: steadyWindowMs }

describe.each([...kindsOfSmallDisk()])("$name", ({ make, problems }) => {
  const disk = make()
  let scene: Scene
  /** Not in the cache when the disk becomes full. */
  let unseen: Key
  let limited: Key
  let spent = 0
  const idempotent = { "Idempotency-Key": "while-there-is-no-room" }
  const spend = async () => {
    const verdict = await scene.spend()
    if (verdict === "VALID") spent += 1
    return verdict
  }
  const expectUnavailable = (reply: Reply | undefined) =>
    expect(reply && isUnavailable(reply) ? "unavailable" : reply?.text).toBe("unavailable")
  const fillUp = async () => {
    disk.fill(scene.node)
    // The write-ahead log may have allocated space for a few more commits.
    while ((await spend()) === "VALID");
  }

  beforeAll(async () => {
    scene = await setScene(disk.folder)
    const newKey = (attributes: object) =>
      dataOf(scene.call("keys.createKey", { apiId: scene.apiId, credits: { remaining: 5 }, ...attributes }))
    unseen = await newKey({ credits: { remaining: null } })
    limited = await newKey({ ratelimits: [{ name: "requests", limit: 5, duration: steadyWindowMs, autoApply: true }] })
    await dataOf(scene.call("ratelimit.limit", limit))
    await spend()
    await fillUp()
  })
  afterAll(async () => {
    await killNode(scene.node)
    disk.remove()
  })

  test("makes every change and every spend return 503, one at a time and many at once", async () => {
    const { call, apiId, plain, rich } = scene
    const changes: [string, object][] = [
      ["keys.createKey", { apiId, externalId: "nobody" }],
      ["keys.updateKey", { keyId: plain.keyId, name: "Changed", meta: { filler: "x".repeat(5_000) } }],
      ["keys.updateCredits", { keyId: rich.keyId, operation: "set", value: 1 }],
      ["keys.rerollKey", { keyId: plain.keyId, expiration: 0 }],
      ["keys.deleteKey", { keyId: plain.keyId }],
      ["identities.createIdentity", { externalId: "nobody" }],
      ["permissions.createRole", { name: "nobody" }],
      ["ratelimit.limit", { namespace: "new", identifier: "one", limit: 1, duration: 1_000 }],
      ["workspaces.disableWorkspace", {}],
      ["keys.verifyKey", { key: limited.key }],
    ]
    for (const [operation, body] of changes) expectUnavailable(await call(operation, body))
    expectUnavailable(await call("keys.createKey", { apiId }, idempotent))
    const spends = Array.from({ length: 50 }, () => call("keys.verifyKey", { key: rich.key }))
    const crowd = [...spends, ...changes.map(([operation, body]) => call(operation, body))]
    for (const reply of await Promise.all(crowd)) expectUnavailable(reply)
  })

  test("lets the server read, verify and limit, and report that it is ready", async () => {
    const { call, node, apiId, plain } = scene
    for (const key of [plain, unseen, plain]) {
      expect(await dataOf(call("keys.verifyKey", { key: key.key }))).toMatchObject({ code: "VALID", keyId: key.keyId })
    }
    expect(await dataOf(call("keys.getKey", { keyId: plain.keyId }))).toMatchObject({ keyId: plain.keyId })
    expect(await dataOf(call("apis.listKeys", { apiId }))).toHaveLength(4)
    expect(await dataOf(call("ratelimit.limit", limit))).toMatchObject({ success: true, remaining: 98 })
    await untilProblems(node, problems.full)
    for (const path of ["/readyz", "/v2/liveness", "/metrics"]) {
      expect((await fetch(`${node.url}${path}`)).status).toBe(200)
    }
    const { text = "" } = (await call("keys.createKey", { apiId })) ?? {}
    expect(text).not.toMatch(/disk|SQL|data/i)
    await node.waitForOutput(/"error":"application\/service_unavailable".*(disk is full|disk I\/O error)/)
  })

  test("serves changes again without a restart once there is room, and the refused changes left no trace", async () => {
    const { call, node, apiId, plain, rich } = scene
    const list = async () => {
      const keys = await dataOf(call("apis.listKeys", { apiId }))
      return keys.map(({ lastUsedAt, ...key }: { keyId: string; lastUsedAt?: number }) => key)
    }
    const [, , ...others] = await list()
    disk.makeRoom(node)
    expect(await spend()).toBe("VALID")
    await untilProblems(node, problems.room)
    const credits = { remaining: initialCredits - spent }
    expect(await list()).toMatchObject([{ keyId: plain.keyId }, { keyId: rich.keyId, credits }, ...others])
    // The refused requests took neither a credit nor a token.
    const verdict = await dataOf(call("keys.verifyKey", { key: limited.key }))
    expect(verdict).toMatchObject({ code: "VALID", credits: 4, ratelimits: [{ remaining: 4 }] })
    const events = await dataOf(call("events.listEvents", { resourceId: plain.keyId }))
    expect(events.map(({ type }: { type: string }) => type)).toEqual(["key.created"])
    const created = await call("keys.createKey", { apiId }, idempotent)
    expect(created?.status).toBe(200)
    expect(created?.headers.get("idempotency-replayed")).toBeNull()
    expect((await call("keys.createKey", { apiId }, idempotent))?.headers.get("idempotency-replayed")).toBe("true")
    await createEvidence(disk.folder).check()
  })

  test("needs no repair after the server was killed without room, and lets it start before there is room", async () => {
    await fillUp()
    // A limit on file sizes ends with its process, so the restarted server has room in that variant.
    await scene.restart()
    const { call, node, plain } = scene
    expect(await dataOf(call("keys.verifyKey", { key: plain.key }))).toMatchObject({ code: "VALID" })
    expect(await scene.balance()).toBe(initialCredits - spent)
    disk.makeRoom(node)
    expect(await spend()).toBe("VALID")
    expect(await scene.balance()).toBe(initialCredits - spent)
    await createEvidence(disk.folder).check()
  })
})

/** The server reads the free space from time to time. */
function untilProblems({ url }: Node, expected: readonly string[]): Promise<true> {
  const read = async () => {
    const { data } = await (await fetch(`${url}/readyz`)).json()
    return (data.problems ?? []).map(({ type }: { type: string }) => type)
  }
  return until(async () => Bun.deepEquals(await read(), expected), read)
}
