import { expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { type ChainedEvent, chainHash, chainStart, endOfChain, followChain } from "./event-chain.ts"
import type { Event } from "./model.ts"

const hash = (text: string) => createHash("sha256").update(text).digest("base64")

const said = (number: number): Event => ({
  id: `evt_${number}`,
  type: "api.updated",
  time: number,
  actor: { type: "operator", id: "operator" },
  workspaceId: "ws_1",
  resources: [{ type: "api", id: "api_1" }],
  requestId: null,
  changes: { before: { name: "a", bytes: null }, after: { name: "b", bytes: 24 } },
})

function chainOf(count: number): ChainedEvent[] {
  let previousHash = chainStart.hash
  return Array.from({ length: count }, (_, index) => {
    const event = { ...said(index), previousHash, hash: chainHash(hash, previousHash, said(index)) }
    previousHash = event.hash
    return event
  })
}

/** Index of the first event that is wrong and why, or where the chain ends. */
function walk(events: readonly ChainedEvent[]) {
  let position = chainStart
  for (const [index, event] of events.entries()) {
    const step = followChain(hash, position, event)
    if (step.type !== "intact") return { index, type: step.type }
    position = step.position
  }
  return position
}

const chain = chainOf(5)

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

test.each([
  ["intact", { length: 5, hash: "h" }],
  ["unrecorded", undefined],
  ["cut", { length: 6, hash: "h" }],
  ["overlong", { length: 4, hash: "h" }],
  ["mismatched", { length: 5, hash: "other" }],
] as const)("calls an end %s", (ending, recorded) => {
  expect(endOfChain({ length: 5, hash: "h" }, recorded)).toBe(ending)
})
