import { expect, test } from "bun:test"
import { createHash } from "node:crypto"
import {
  type ChainedEvent,
  chainHash,
  chainStart,
  currentChainVersion,
  endOfChain,
  followChain,
} from "./event-chain.ts"
import type { Event } from "./model.ts"

const hash = (text: string) => createHash("sha256").update(text).digest("base64")

const said = (number: number, chainVersion: number = currentChainVersion) => ({
  ...spoken(number),
  chainVersion,
})

const spoken = (number: number): Event => ({
  id: `evt_${number}`,
  type: "api.updated",
  time: number,
  actor: { type: "operator", id: "operator" },
  workspaceId: "ws_1",
  resources: [{ type: "api", id: "api_1" }],
  requestId: null,
  changes: { before: { name: "a", bytes: null }, after: { name: "b", bytes: 24 } },
})

function chainOf(versions: readonly number[]): ChainedEvent[] {
  let previousHash = chainStart.hash
  return versions.map((version, index) => {
    const event = { ...said(index, version), previousHash, hash: chainHash(hash, previousHash, said(index, version)) }
    previousHash = event.hash
    return event
  })
}

/** The index of the first invalid event with the reason, or the end of the chain. */
function walk(events: readonly ChainedEvent[]) {
  let position = chainStart
  for (const [index, event] of events.entries()) {
    const step = followChain(hash, position, event)
    if (step.type !== "intact") return { index, type: step.type }
    position = step.position
  }
  return position
}

const chain = chainOf([2, 2, 2, 2, 2])

test("follows an untouched chain to its end", () => {
  expect(walk(chain)).toEqual({ length: 5, hash: chain[4]?.hash ?? "" })
})

test("reads stored members in any order", () => {
  const [first] = chain
  if (first === undefined) throw new Error("There is a first event.")
  const reordered = { ...first, changes: { after: { bytes: 24, name: "b" }, before: { bytes: null, name: "a" } } }
  expect(followChain(hash, chainStart, reordered).type).toBe("intact")
})

test.each<[string, Partial<Event>]>([
  ["id", { id: "evt_9" }],
  ["type", { type: "api.deleted" }],
  ["time", { time: 99 }],
  ["actor", { actor: { type: "root_key", id: "rk_1" } }],
  ["workspace", { workspaceId: "ws_2" }],
  ["resources", { resources: [] }],
  ["request", { requestId: "req_1" }],
  ["changes", { changes: { before: null, after: { name: "b", bytes: 24 } } }],
])("names an event whose %s was altered", (_, altered) => {
  expect(walk(chain.map((event, index) => (index === 2 ? { ...event, ...altered } : event)))).toEqual({
    index: 2,
    type: "altered",
  })
})

test("names the event after one that was removed", () => {
  expect(walk(chain.toSpliced(2, 1))).toEqual({ index: 2, type: "misplaced" })
  expect(walk(chain.slice(1))).toEqual({ index: 0, type: "misplaced" })
})

test("names the first of two events that changed places", () => {
  const [a, b, c, d, e] = chain
  if (!(a && b && c && d && e)) throw new Error("There are five events.")
  expect(walk([a, c, b, d, e])).toEqual({ index: 1, type: "misplaced" })
})

test("names the event after one that was replaced together with its hash", () => {
  const forged = { ...said(2), time: 77 }
  const previousHash = chain[2]?.previousHash ?? ""
  const replaced = chain.with(2, { ...forged, previousHash, hash: chainHash(hash, previousHash, forged) })
  expect(walk(replaced)).toEqual({ index: 3, type: "misplaced" })
})

test.each([0, 1, 2, 3, 4])("shows that event %p was passed off as one of another version", (index) => {
  for (const chainVersion of [1, 3]) {
    const relabelled = chain.map((event, at) => (at === index ? { ...event, chainVersion } : event))
    expect(walk(relabelled)).toEqual({ index, type: "altered" })
  }
})

test("an event of an unknown version is altered, whatever its hash", () => {
  expect(walk(chainOf([2, 3]))).toEqual({ index: 1, type: "altered" })
})

test("an event that no canonical JSON can say is altered", () => {
  for (const after of [{ name: Number.POSITIVE_INFINITY }, { name: "\ud800" }, { "\udc00": 1 }]) {
    const altered = chain.with(2, { ...said(2), previousHash: "", hash: "", changes: { before: null, after } })
    expect(walk(altered)).toEqual({ index: 2, type: "altered" })
  }
})

test("hashes the text that the documentation describes", () => {
  const event = { ...said(7), changes: { before: null, after: { "a!": 1, a: 2, "\n": 1e21 } } }
  expect(chainHash((text) => text, "before", event)).toBe(
    `before\n{"actor":{"id":"operator","type":"operator"},"chainVersion":2,"changes":{"after":{"\\n":1e+21,"a":2,"a!":1},"before":null},"id":"evt_7","requestId":null,"resources":[{"id":"api_1","type":"api"}],"time":7,"type":"api.updated","workspaceId":"ws_1"}`,
  )
})

test.each([
  ["intact", { length: 5, hash: "h" }],
  ["unrecorded", undefined],
  ["cut", { length: 6, hash: "h" }],
  ["overlong", { length: 4, hash: "h" }],
  ["mismatched", { length: 5, hash: "other" }],
] as const)("calls an end %s", (ending, recorded) => {
  expect(endOfChain({ length: 5, hash: "h" }, recorded)).toBe(ending)
})
