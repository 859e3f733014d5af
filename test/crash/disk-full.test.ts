import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { Reply } from "../harness.ts"
import { outcomeOf } from "../outcome.ts"
import { type Call, callsTo, dataOf, isUnavailable } from "./call.ts"
import { createEvidence } from "./evidence.ts"
import { killNode, type Node, operatorKey, startNode } from "./node.ts"
import { kindsOfSmallDisk, type SmallDisk } from "./small-disk.ts"

interface Key {
  readonly keyId: string
  readonly key: string
}

interface Scene {
  readonly disk: SmallDisk
  node: Node
  call: Call
  readonly rootKey: string
  readonly apiId: string
  readonly plain: Key
  /** Not looked at before the disk is full. */
  readonly unseen: Key
  readonly rich: Key
  readonly limited: Key
}

const credits = 10_000

async function setTheScene(disk: SmallDisk): Promise<Scene> {
  const node = await startNode(disk.folder)
  const { rootKey } = await dataOf(callsTo(node.url, operatorKey)("workspaces.createWorkspace", { name: "Full" }))
  const call = callsTo(node.url, rootKey)
  const { apiId } = await dataOf(call("apis.createApi", { name: "Full" }))
  const newKey = (attributes: object): Promise<Key> => dataOf(call("keys.createKey", { apiId, ...attributes }))
  const ratelimits = [{ name: "requests", limit: 5, duration: 3_600_000, autoApply: true }]
  const plain = await newKey({})
  const unseen = await newKey({})
  const rich = await newKey({ credits: { remaining: credits } })
  const limited = await newKey({ credits: { remaining: 5 }, ratelimits })
  await dataOf(call("ratelimit.limit", { namespace: "known", identifier: "one", limit: 100, duration: 60_000 }))
  return { disk, node, call, rootKey, apiId, plain, unseen, rich, limited }
}

describe.each([...kindsOfSmallDisk()])("$name", ({ make }) => {
  let scene: Scene
  let spent = 0
  const idempotent = { "Idempotency-Key": "while-there-is-no-room" }
  const spend = async () => {
    const reply = await scene.call("keys.verifyKey", { key: scene.rich.key })
    if (reply?.body.data?.code === "VALID") spent += 1
    return reply
  }
  const expectUnavailable = (reply: Reply | undefined) =>
    expect(reply && isUnavailable(reply) ? "unavailable" : reply?.text).toBe("unavailable")
  const fillUp = async () => {
    scene.disk.fill(scene.node)
    // What the log of the database has allocated already may take a few more.
    while ((await spend())?.status === 200);
  }

  beforeAll(async () => {
    scene = await setTheScene(make())
    await spend()
    await fillUp()
  })
  afterAll(async () => {
    await killNode(scene.node)
    scene.disk.remove()
  })

  test("answers every change and every spend with 503, alone and in a crowd", async () => {
    const { call, apiId, plain, rich, limited } = scene
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
    const crowd = [...Array.from({ length: 50 }, spend), ...changes.map(([operation, body]) => call(operation, body))]
    for (const reply of await Promise.all(crowd)) expectUnavailable(reply)
  })

  test("goes on reading, verifying and limiting, and says that it is ready for that", async () => {
    const { call, node, apiId, plain, unseen } = scene
    for (const key of [plain, unseen, plain]) {
      expect(await dataOf(call("keys.verifyKey", { key: key.key }))).toMatchObject({ code: "VALID", keyId: key.keyId })
    }
    expect(await dataOf(call("keys.getKey", { keyId: plain.keyId }))).toMatchObject({ keyId: plain.keyId })
    expect(await dataOf(call("apis.listKeys", { apiId }))).toHaveLength(4)
    const limit = { namespace: "known", identifier: "one", limit: 100, duration: 60_000 }
    expect(await dataOf(call("ratelimit.limit", limit))).toMatchObject({ success: true, remaining: 98 })
    for (const path of ["/readyz", "/v2/liveness", "/metrics"]) {
      expect((await fetch(`${node.url}${path}`)).status).toBe(200)
    }
    const { text = "" } = (await call("keys.createKey", { apiId })) ?? {}
    expect(text).not.toMatch(/disk|SQL|data/i)
    await node.waitForOutput(/"error":"application\/service_unavailable".*(disk is full|disk I\/O error)/, 2_000)
  })

  test("recovers by itself when there is room, and nothing had happened meanwhile", async () => {
    const { call, disk, node, apiId, plain, limited } = scene
    const listed = await dataOf(call("apis.listKeys", { apiId }))
    disk.makeRoom(node)
    expect(outcomeOf((await spend()) as Reply)).toBe("200")
    expect(await dataOf(call("apis.listKeys", { apiId }))).toEqual(
      listed.map((key: { keyId: string }) =>
        key.keyId === scene.rich.keyId ? { ...key, credits: { remaining: credits - spent } } : key,
      ),
    )
    // Neither a credit nor a token was taken by what was refused.
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

  test("needs no repair after it was killed there, and starts although there is still no room", async () => {
    await fillUp()
    await killNode(scene.node)
    scene.node = await startNode(scene.disk.folder)
    scene.call = callsTo(scene.node.url, scene.rootKey)
    const { call, disk, node, plain, rich } = scene
    expect(await dataOf(call("keys.verifyKey", { key: plain.key }))).toMatchObject({ code: "VALID" })
    expect((await dataOf(call("keys.getKey", { keyId: rich.keyId }))).credits).toEqual({ remaining: credits - spent })
    disk.makeRoom(node)
    expect(outcomeOf((await spend()) as Reply)).toBe("200")
    expect((await dataOf(call("keys.getKey", { keyId: rich.keyId }))).credits).toEqual({ remaining: credits - spent })
    await createEvidence(disk.folder).check()
  })
})
