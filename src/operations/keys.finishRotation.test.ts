import { describe, expect, test } from "bun:test"
import { createKey, eventsDuring } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectRefused } from "../../test/requests/refusals.ts"

describe.each(engines)("keys.finishRotation on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-15T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })
  const rotate = (keyId: string, overlap: number) => keyward.ok("keys.rotateKey", { keyId, overlap })
  const codeOf = async (key: string) => (await keyward.ok("keys.verifyKey", { key })).code
  const nothingToFinish = "412 application/precondition_failed"

  test("ends the previous secret, also for a clock that is behind, and records the rotation that it ended", async () => {
    const { keyId, key } = await createKey(keyward)
    const next = await rotate(keyId, 60_000)
    const { rotation } = await keyward.ok("keys.getKey", { keyId })
    expect(await codeOf(key)).toBe("VALID")
    const events = await eventsDuring(keyward, () => keyward.ok("keys.finishRotation", { keyId }))
    expect(events).toMatchObject([{ type: "key.rotation_finished", changes: { before: { rotation }, after: {} } }])
    clock.now -= 5
    expect([await codeOf(key), await codeOf(next.key)]).toEqual(["EXPIRED", "VALID"])
    expect(await keyward.ok("keys.getKey", { keyId })).not.toHaveProperty("rotation")
  })

  test("is refused outside an overlap", async () => {
    const { keyId, key } = await createKey(keyward)
    const finish = () => expectRefused(keyward, ["keys.finishRotation", { keyId }], nothingToFinish)
    expect(await finish()).toContain("no rotation is in progress")
    await rotate(keyId, 0)
    await finish()
    await rotate(keyId, 1_000)
    clock.now += 1_000
    await finish()
    expect(await codeOf(key)).toBe("NOT_FOUND")
  })

  test("and a cancellation at the same time: one of them wins, and exactly one secret works", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { keyId, key } = await createKey(keyward)
      const next = await rotate(keyId, 60_000)
      const replies = await Promise.all(
        ["keys.finishRotation", "keys.cancelRotation"].map((operation) => keyward.call(operation, { keyId })),
      )
      expect(replies.map(outcomeOf).toSorted()).toEqual(["200", nothingToFinish])
      expect([await codeOf(key), await codeOf(next.key)].toSorted()).toEqual(["EXPIRED", "VALID"])
    }
  })
})
