import { expect, test } from "bun:test"
import { createHub } from "./hub.ts"

const clock = () => performance.now()

test("a change waits for no lease that was sent after its drop, also if the connection is gone", async () => {
  const hub = createHub({ maxVerifiers: 1, clock, mayLend: () => true })
  const connection = { send: () => true, close() {} }
  const attached = hub.attach({ rootKeyId: "root_1", workspaceId: "ws_1", connection })
  if (attached.type !== "attached") throw new Error("The verifier was refused.")
  const { verifier } = attached
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
