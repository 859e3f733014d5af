import { describe, expect, test } from "bun:test"
import { createFrontReads } from "./front-reads.ts"
import type { KeyRecord } from "./messages.ts"

/** A lease as a test sets it: whether it holds, and the bounds of the time of the main process. */
function scene() {
  const lease = { holds: true, earliest: 1_000, latest: 1_010 }
  const reads = createFrontReads({
    holdsAt: () => lease.holds,
    earliest: () => lease.earliest,
    latest: () => lease.latest,
  })
  return { lease, reads, peek: () => reads.peekKey("ws_1", "hash", lease.earliest) }
}

const facts = { workspaceId: "ws_1", apiId: "api_1", expires: null, planChangeAt: null }
const recordOf = (changed: object = {}, matched: KeyRecord["key"]["matched"] = null): KeyRecord => ({
  hash: "hash",
  on: ["key_1", "api_1"],
  key: { keyId: "key_1", matched },
  facts: JSON.stringify({ ...facts, ...changed }),
})

describe("a front", () => {
  test("finds a record only under a lease, and only for its workspace", () => {
    const { lease, reads, peek } = scene()
    expect(peek()).toBeUndefined()
    reads.holdKey(recordOf())
    expect(peek()?.keyId).toBe("key_1")
    expect(reads.peekKey("ws_2", "hash", 1_000)).toBeUndefined()
    lease.holds = false
    expect(peek()).toBeUndefined()
  })

  test("forgets what depends on a dropped id, and replaces a record of the same hash", () => {
    const { reads, peek } = scene()
    reads.holdKey(recordOf())
    reads.drop(["other"])
    expect(peek()?.keyId).toBe("key_1")
    reads.holdKey({ ...recordOf(), key: { keyId: "key_2", matched: null }, on: ["key_2"] })
    reads.drop(["key_1", "api_1"])
    expect(peek()?.keyId).toBe("key_2")
    reads.drop(["key_2"])
    expect(peek()).toBeUndefined()
  })

  test("forgets the oldest keys if the facts of all are large, and counts shared facts once", () => {
    const { reads } = scene()
    const count = 2_000
    const hold = (hash: string, meta: string) => reads.holdKey({ ...recordOf({ meta }), hash, on: [hash] })
    const held = () =>
      Array.from({ length: count }, (_, at) => reads.peekKey("ws_1", `hash ${at}`, 1_000)).filter(Boolean).length
    const meta = "x".repeat(30_000)
    for (let at = 0; at < count; at += 1) hold(`hash ${at}`, meta)
    expect(held()).toBe(count)
    for (let at = 0; at < count; at += 1) hold(`hash ${at}`, `${meta}${at}`)
    expect(held() * meta.length).toBeGreaterThan(40_000_000)
    expect(held() * meta.length).toBeLessThan(51_000_000)
    expect(reads.peekKey("ws_1", `hash ${count - 1}`, 1_000)).toBeDefined()
    // What is dropped or replaced makes room.
    for (let at = 0; at < count; at += 1) reads.drop([`hash ${at}`])
    for (let at = 0; at < count; at += 1) hold("hash 0", `${meta}${at}`)
    for (let at = 0; at < 1_000; at += 1) hold(`hash ${at}`, `${meta}${at}`)
    expect(held()).toBe(1_000)
  })

  test.each([
    ["its expiry", recordOf({ expires: 1_005 }), true],
    ["the end of an overlap", recordOf({}, { name: "current", overlapEnds: 1_005 }), true],
    ["a change of plan", recordOf({ planChangeAt: 1_005 }), false],
  ])("asks while %s may or may not be over", (_what, record, isUsableAfter) => {
    const { lease, reads, peek } = scene()
    reads.holdKey(record)
    expect(peek()).toBeUndefined()
    Object.assign(lease, { earliest: 990, latest: 1_004 })
    expect(peek()).toBeDefined()
    Object.assign(lease, { earliest: 1_005, latest: 1_015 })
    expect(peek() !== undefined).toBe(isUsableAfter)
  })

  test("asks about what a root key sends around its expiry", () => {
    const { lease, reads } = scene()
    const rootKey = { id: "rk_1", expires: 5_000 }
    const workspace = { id: "ws_1" }
    reads.holdCaller({ hash: "root", on: ["rk_1"], rootKey, workspace } as never)
    expect(reads.peekCredential("root")).toBeDefined()
    Object.assign(lease, { earliest: 4_995, latest: 5_001 })
    expect(reads.peekCredential("root")).toBeUndefined()
    reads.drop(["rk_1"])
    Object.assign(lease, { earliest: 1_000, latest: 1_001 })
    expect(reads.peekCredential("root")).toBeUndefined()
  })
})
