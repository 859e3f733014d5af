import { expect, test } from "bun:test"
import { createHub, type Hub } from "./hub.ts"

const clock = () => performance.now()

function start() {
  const hub = createHub({ maxVerifiers: 2, clock, mayLend: () => true })
  return { hub, ...attachTo(hub, "ws_1") }
}

function attachTo(hub: Hub, workspaceId: string) {
  const sent: string[] = []
  const connection = { send: (message: string) => sent.push(message) > 0, close() {} }
  const attached = hub.attach({ rootKeyId: `root key of ${workspaceId}`, workspaceId, connection })
  if (attached.type !== "attached") throw new Error("The verifier was refused.")
  return { verifier: attached.verifier, sent }
}

test("a change waits for no lease that was sent after its drop, also if the connection is gone", async () => {
  const { hub, verifier } = start()
  verifier.hold(["key_1", "key_2"])
  verifier.lend(1)
  hub.invalidate(["key_1"])
  verifier.lend(100)
  hub.invalidate(["key_2"])
  const settled = hub.whenSettled(["ws_1"])
  verifier.lend(5_000)
  const lentUntil = clock() + 5_000
  verifier.disconnected(1006)
  await settled
  expect(clock()).toBeLessThan(lentUntil)
})

test("no record is sent if everything was dropped while room was made for its ids", () => {
  const { hub, verifier } = start()
  verifier.hold(Array.from({ length: 200_000 }, (_, index) => `key_${index}`))
  const other = attachTo(hub, "ws_2")
  // As a node without a lease does while requests wait.
  const stop = hub.onSettled(hub.invalidateAll)
  expect(other.verifier.hold(["key_other"])).toBe(false)
  stop()
  const before = other.sent.length
  expect(other.verifier.hold(["key_other"])).toBe(true)
  hub.invalidateAll()
  expect(other.sent.length).toBe(before + 1)
})
