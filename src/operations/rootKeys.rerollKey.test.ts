import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

describe("rootKeys.rerollKey", () => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock })

  const create = (more: object = {}) =>
    keyward.ok("rootKeys.createKey", { name: "CI", permissions: ["event.*.read_event"], ...more })
  const stored = (rootKeyId: string) => keyward.ok("rootKeys.getRootKey", { rootKeyId })

  test.each([
    ["at once with 0", 0, undefined, 0],
    ["after the given time", 60_000, undefined, 60_000],
    ["when it would have anyway, if that is earlier", 60_000, 5_000, 5_000],
    ["as before with null", null, 5_000, 5_000],
    ["never with null, as before", null, undefined, undefined],
  ])("lets the old key expire %s", async (_when, expiration, lifetime, remaining) => {
    const expires = lifetime === undefined ? {} : { expires: clock.now + lifetime }
    const old = await create(expires)
    const { keyId, key, ...rest } = await keyward.ok("rootKeys.rerollKey", { keyId: old.keyId, expiration })
    expect(rest).toEqual({})
    expect(keyId).not.toBe(old.keyId)
    expect((await stored(old.keyId)).expires).toBe(remaining === undefined ? undefined : clock.now + remaining)
    const successor = await keyward.ok("rootKeys.getRootKey", {}, { key })
    expect(successor).toMatchObject({ rootKeyId: keyId, name: "CI", permissions: ["event.*.read_event"], ...expires })
    const [rerolled, created, ...more] = await keyward.events({ resourceId: old.keyId })
    expect([rerolled?.type, created?.type, more]).toEqual(["root_key.rerolled", "root_key.created", []])
    expect(rerolled?.resources.map(({ id }: { id: string }) => id)).toEqual([old.keyId, keyId])
  })

  test("needs every permission of the key", async () => {
    const { keyId } = await create({ permissions: ["*"] })
    const key = await keyward.createRootKey(["root_key.*.create_root_key", "root_key.*.update_root_key"])
    const call = ["rootKeys.rerollKey", { keyId, expiration: 0 }, { key }] as const
    await expectRefused(keyward, [...call], "403 authorization/insufficient_permissions")
    expect(await stored(keyId)).not.toHaveProperty("expires")
  })

  test("refuses bad fields", async () => {
    await expectViolations(keyward, "rootKeys.rerollKey", [
      [{ rootKeyId: "x" }, "body.expiration", "body.keyId", "body.rootKeyId"],
      [{ keyId: "x", expiration: -1 }, "body.expiration"],
    ])
  })
})
