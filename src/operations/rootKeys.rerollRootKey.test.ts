import { beforeEach, describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

describe("rootKeys.rerollRootKey", () => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock })

  beforeEach(() => {
    clock.now += 1000
  })

  const reroll = (body: unknown, options = {}) => keyward.call("rootKeys.rerollRootKey", body, options)
  const create = (body: object) => keyward.ok("rootKeys.createRootKey", body)
  const get = (rootKeyId: string) => keyward.ok("rootKeys.getRootKey", { rootKeyId })
  const errorFor = async (key: string) =>
    (await keyward.call("rootKeys.getRootKey", {}, { key })).body.error?.type.split("/").at(-1)

  test("makes a successor with everything but id, secret and times copied", async () => {
    const wanted = { name: "CI", permissions: ["api.*.read_key", "event.*.read_event"], expires: 4_000_000_000_000 }
    const old = await create({ ...wanted, enabled: false })
    const before = await get(old.rootKeyId)
    clock.now += 1000
    const made = await keyward.ok("rootKeys.rerollRootKey", { rootKeyId: old.rootKeyId, expiration: 60_000 })
    expect(Object.keys(made).sort()).toEqual(["rootKey", "rootKeyId"])
    expect(made.rootKey).toStartWith("kw_root_")
    expect(made.rootKey).not.toBe(old.rootKey)
    const successor = await get(made.rootKeyId)
    expect(successor).toEqual({
      ...before,
      rootKeyId: made.rootKeyId,
      start: made.rootKey.slice(0, 12),
      createdAt: clock.now,
    })
    const ending = { expires: clock.now + 60_000, updatedAt: clock.now }
    expect(await get(old.rootKeyId)).toEqual({ ...before, ...ending })
    const events = await keyward.events({ resourceId: made.rootKeyId })
    expect(events.map(({ type }) => type)).toEqual(["root_key.rerolled", "root_key.created"])
    expect(events[0]).toMatchObject({
      resources: [
        { type: "root_key", id: old.rootKeyId },
        { type: "root_key", id: made.rootKeyId },
      ],
      changes: { before: { expires: wanted.expires }, after: { expires: ending.expires } },
    })
    expect(events[1]?.changes).toEqual({ before: null, after: successor })
    expect(JSON.stringify(events)).not.toContain(made.rootKey)
  })

  test("lets the old key live until exactly now + expiration, and the new one on", async () => {
    const old = await create({ permissions: ["api.*.read_key"] })
    const made = await keyward.ok("rootKeys.rerollRootKey", { rootKeyId: old.rootKeyId, expiration: 60_000 })
    clock.now += 59_999
    expect(await errorFor(old.rootKey)).toBeUndefined()
    clock.now += 1
    expect(await errorFor(old.rootKey)).toBe("key_expired")
    expect(await errorFor(made.rootKey)).toBeUndefined()
  })

  test("never prolongs a life", async () => {
    const soon = clock.now + 5_000
    const old = await create({ permissions: ["api.*.read_key"], expires: soon })
    const before = await get(old.rootKeyId)
    clock.now += 1000
    const made = await keyward.ok("rootKeys.rerollRootKey", { rootKeyId: old.rootKeyId, expiration: 60_000 })
    expect(await get(old.rootKeyId)).toEqual(before)
    expect(await get(made.rootKeyId)).toMatchObject({ expires: soon })
    const [event] = await keyward.events({ resourceId: old.rootKeyId, limit: 1 })
    expect(event).toMatchObject({ type: "root_key.rerolled", changes: { before: {}, after: {} } })
  })

  test("refuses a caller that does not hold every permission of the key", async () => {
    const held = ["root_key.*.create_root_key", "root_key.*.update_root_key", "api.*.read_key"]
    const key = await keyward.createRootKey(held)
    const old = await create({ permissions: ["api.*.read_key", "root_key.*.delete_root_key"] })
    const before = await get(old.rootKeyId)
    const refused = await reroll({ rootKeyId: old.rootKeyId, expiration: 0 }, { key })
    expect(refused.status).toBe(403)
    expect(refused.body.error.detail).toContain("`root_key.*.delete_root_key`")
    expect(refused.body.error.detail).not.toContain("read_key")
    const owner = await reroll({ rootKeyId: keyward.rootKeyId, expiration: 0 }, { key })
    expect([owner.status, owner.body.error.detail]).toEqual([403, expect.stringContaining("`*`")])
    expect(await get(old.rootKeyId)).toEqual(before)
    expect(await keyward.events({ resourceId: old.rootKeyId })).toHaveLength(1)
    const fitting = await create({ permissions: ["api.api_1BzmjTFLHWXwiSK4y3H5iW.read_key"] })
    expect((await reroll({ rootKeyId: fitting.rootKeyId, expiration: 0 }, { key })).status).toBe(200)
  })

  test("lets the only owner reroll itself", async () => {
    const { rootKeyId, rootKey } = await keyward.createWorkspace("Alone")
    const made = await keyward.ok("rootKeys.rerollRootKey", { rootKeyId, expiration: 0 }, { key: rootKey })
    expect(await errorFor(rootKey)).toBe("key_expired")
    expect(await keyward.ok("rootKeys.getRootKey", {}, { key: made.rootKey })).toMatchObject({ permissions: ["*"] })
  })

  test("lets an operator recover a workspace, which it has to name", async () => {
    const { workspaceId, rootKeyId } = await keyward.createWorkspace("Lost")
    const made = await keyward.ok("rootKeys.rerollRootKey", { workspaceId, rootKeyId, expiration: 0 }, keyward.operator)
    expect(await errorFor(made.rootKey)).toBeUndefined()
    const unnamed = await reroll({ rootKeyId, expiration: 0 }, keyward.operator)
    expect(unnamed.body.error.errors[0].location).toBe("body.workspaceId")
  })

  test("refuses bad members, each at its place", async () => {
    const bad = [-1, 0.5, 4_102_444_800_001, null, "0", undefined]
    const cases = bad.map((expiration) => [{ rootKeyId: keyward.rootKeyId, expiration }, "body.expiration"] as const)
    await expectViolations(keyward, "rootKeys.rerollRootKey", cases)
  })

  test("replays the secret only to callers that hold what the key holds", async () => {
    const old = await create({ permissions: ["api.*.read_key", "event.*.read_event"] })
    const body = { rootKeyId: old.rootKeyId, expiration: 0 }
    const headers = { "Idempotency-Key": "reroll-once" }
    await reroll(body, { headers })
    const held = ["root_key.*.create_root_key", "root_key.*.update_root_key", "api.*.read_key"]
    const refused = await reroll(body, { headers, key: await keyward.createRootKey(held) })
    expect([refused.status, refused.body.error.detail]).toEqual([403, expect.stringContaining("`event.*.read_event`")])
  })
})
