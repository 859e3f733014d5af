import { describe, expect, test } from "bun:test"
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

describe("who hears that a drop is settled, and drops everything then, does so", () => {
  test("after a record that is just being sent, and includes it", async () => {
    const { hub, verifier } = start()
    verifier.hold(Array.from({ length: 200_000 }, (_, index) => `key_${index}`))
    const other = attachTo(hub, "ws_2")
    hub.onSettled(hub.invalidateAll)
    // The ids of the first verifier make room, and their drop is settled at once, because it has no lease.
    other.verifier.hold(["key_other"])
    expect(other.sent).toEqual([])
    await Promise.resolve()
    expect(other.sent).toHaveLength(1)
  })

  test("after all messages of the settled drop, so that their numbers grow", async () => {
    const { hub, verifier, sent } = start()
    const other = attachTo(hub, "ws_2")
    const both = [verifier, other.verifier]
    for (const one of both) one.hold(["key_1", "key_2"])
    hub.onSettled(hub.invalidateAll)
    hub.invalidate(["key_1"])
    await Promise.resolve()
    const all = [...sent, ...other.sent].map((message) => JSON.parse(message))
    expect(all.map(({ n, ids = "all" }) => [n, ids])).toEqual([
      [1, ["key_1"]],
      [3, "all"],
      [2, ["key_1"]],
      [4, "all"],
    ])
  })
})
