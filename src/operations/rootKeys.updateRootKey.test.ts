import { beforeEach, describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

const later = 4_000_000_000_000

describe("rootKeys.updateRootKey", () => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock })

  beforeEach(() => {
    clock.now += 1000
  })

  const update = (body: unknown, options = {}) => keyward.call("rootKeys.updateRootKey", body, options)
  const create = (body: object) => keyward.ok("rootKeys.createRootKey", body)
  const get = (rootKeyId: string) => keyward.ok("rootKeys.getRootKey", { rootKeyId })

  test("changes what is named, leaves the rest, and records just the difference", async () => {
    const { rootKeyId } = await create({ name: "Old", permissions: ["api.*.read_key"] })
    const before = await get(rootKeyId)
    clock.now += 1000
    const permissions = ["identity.*.read_identity", "api.*.read_key", "api.*.read_key"]
    const after = await keyward.ok("rootKeys.updateRootKey", { rootKeyId, permissions, expires: later })
    expect(after).toEqual({
      ...before,
      permissions: ["api.*.read_key", "identity.*.read_identity"],
      expires: later,
      updatedAt: clock.now,
    })
    expect(await get(rootKeyId)).toEqual(after)
    const events = await keyward.events({ resourceId: rootKeyId })
    expect(events.map(({ type }) => type)).toEqual(["root_key.updated", "root_key.created"])
    expect(events[0]).toMatchObject({
      actor: { type: "root_key", id: keyward.rootKeyId },
      resources: [{ type: "root_key", id: rootKeyId }],
    })
    expect(events[0]?.changes).toEqual({
      before: {},
      after: { permissions: ["identity.*.read_identity"], expires: later },
    })
  })

  test("removes name and expiry by null", async () => {
    const { rootKeyId } = await create({ name: "Old", permissions: ["api.*.read_key"], expires: later })
    const after = await keyward.ok("rootKeys.updateRootKey", { rootKeyId, name: null, expires: null })
    expect(after).not.toHaveProperty("name")
    expect(after).not.toHaveProperty("expires")
    const [event] = await keyward.events({ resourceId: rootKeyId })
    expect(event?.changes).toEqual({ before: { name: "Old", expires: later }, after: {} })
  })

  test("records nothing and leaves updatedAt alone when nothing changes", async () => {
    const permissions = ["api.*.read_key", "identity.*.read_identity"]
    const { rootKeyId } = await create({ name: "Same", permissions, expires: later })
    const before = await get(rootKeyId)
    const same = { name: "Same", permissions: permissions.toReversed(), enabled: true, expires: later }
    for (const body of [{}, same]) {
      expect(await keyward.ok("rootKeys.updateRootKey", { rootKeyId, ...body })).toEqual(before)
    }
    expect(await keyward.events({ resourceId: rootKeyId })).toHaveLength(1)
  })

  test("never lets a key hand on what it does not hold, not even to itself or by confirming it", async () => {
    const held = ["root_key.*.update_root_key", "api.*.read_key"]
    const caller = await create({ permissions: held })
    const target = await create({ permissions: ["api.*.read_key", "api.*.update_key"] })
    const before = await get(target.rootKeyId)
    const attempts = [
      { rootKeyId: target.rootKeyId, permissions: ["api.*.read_key", "api.*.update_key"] },
      { rootKeyId: caller.rootKeyId, permissions: [...held, "api.*.update_key"] },
    ]
    for (const body of attempts) {
      const reply = await update(body, { key: caller.rootKey })
      expect(reply.status).toBe(403)
      expect(reply.body.error.detail).toContain("`api.*.update_key`")
      expect(reply.body.error.detail).not.toContain("read_key")
    }
    expect(await get(target.rootKeyId)).toEqual(before)
    const allowed = await update({ rootKeyId: target.rootKeyId, permissions: held, name: "X" }, { key: caller.rootKey })
    expect(allowed.body.data).toMatchObject({ name: "X", permissions: held.toSorted() })
    const renamed = await update({ rootKeyId: keyward.rootKeyId, name: "Owner" }, { key: caller.rootKey })
    expect(renamed.body.data).toMatchObject({ name: "Owner", permissions: ["*"] })
  })

  test("refuses bad members, each at its place", async () => {
    const { rootKeyId } = keyward
    const bad = { name: "", permissions: ["nothing"], enabled: null, expires: 1.5 }
    const locations = ["body.enabled", "body.expires", "body.name", "body.permissions[0]"]
    await expectViolations(keyward, "rootKeys.updateRootKey", [
      [bad, ...locations, "body.rootKeyId"],
      [{ rootKeyId, permissions: [] }, "body.permissions"],
      [{ rootKeyId, permissions: null }, "body.permissions"],
    ])
  })
})
