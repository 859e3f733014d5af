import { describe, expect, test } from "bun:test"
import { createKey, eventsDuring, withEncryption } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectRefused } from "../../test/requests/refusals.ts"

describe("keys.cancelRotation", () => {
  const clock = { now: Date.parse("2026-03-15T12:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock, environment: withEncryption() })
  const rotate = (keyId: string, overlap: number) => keyward.ok("keys.rotateKey", { keyId, overlap })
  const get = (keyId: string) => keyward.ok("keys.getKey", { keyId, decrypt: true })
  const verify = (key: string) => keyward.ok("keys.verifyKey", { key })

  test("gives the key its previous secret again, and the new one is dead until the next rotation", async () => {
    const { keyId, key } = await createKey(keyward, { recoverable: true, prefix: "acme", byteLength: 30 })
    const before = await get(keyId)
    const next = await rotate(keyId, 60_000)
    expect((await verify(next.key)).code).toBe("VALID")
    const events = await eventsDuring(keyward, () => keyward.ok("keys.cancelRotation", { keyId }))
    expect(events).toMatchObject([
      { type: "key.rotation_cancelled", changes: { before: { rotation: {} }, after: { start: before.start } } },
    ])
    const { lastUsedAt: _lastUsedAt, ...after } = await get(keyId)
    expect(after).toEqual({ ...before, updatedAt: clock.now })
    clock.now -= 5
    expect(await verify(key)).not.toHaveProperty("matchedSecret")
    expect(await verify(next.key)).toMatchObject({ code: "EXPIRED", matchedSecret: "previous" })
    await rotate(keyId, 0)
    expect((await verify(next.key)).code).toBe("NOT_FOUND")
    expect((await verify(key)).code).toBe("EXPIRED")
  })

  test("is refused outside an overlap", async () => {
    const { keyId } = await createKey(keyward)
    const cancel = () =>
      expectRefused(keyward, ["keys.cancelRotation", { keyId }], "412 application/precondition_failed")
    expect(await cancel()).toContain("no rotation is in progress")
    await rotate(keyId, 1_000)
    clock.now += 1_000
    await cancel()
  })
})
