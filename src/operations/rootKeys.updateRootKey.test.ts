import { beforeEach, describe, expect, test } from "bun:test"
import { engines, type TestWorkspace } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

const never = { expires: null }
const later = 4_000_000_000_000

describe.each([...engines])("rootKeys.updateRootKey on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })

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

  test("takes effect for the next request with that key", async () => {
    const { rootKeyId, rootKey } = await create({ permissions: ["root_key.*.read_root_key"] })
    const errorNow = async () => (await keyward.call("rootKeys.listRootKeys", {}, { key: rootKey })).body.error?.type
    expect(await errorNow()).toBeUndefined()
    await keyward.ok("rootKeys.updateRootKey", { rootKeyId, enabled: false })
    expect(await errorNow()).toEndWith("/authorization/key_disabled")
    await keyward.ok("rootKeys.updateRootKey", { rootKeyId, enabled: true, expires: clock.now })
    expect(await errorNow()).toEndWith("/authorization/key_expired")
    await keyward.ok("rootKeys.updateRootKey", { rootKeyId, ...never, permissions: ["event.*.read_event"] })
    expect(await errorNow()).toEndWith("/authorization/insufficient_permissions")
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
    const bad = { name: "", permissions: ["nothing"], enabled: null, expires: 1.5, hash: "x" }
    const reply = await update(bad)
    const locations = reply.body.error.errors.map(({ location }: { location: string }) => location).sort()
    expect([reply.status, locations]).toEqual([
      400,
      ["body.enabled", "body.expires", "body.hash", "body.name", "body.permissions[0]", "body.rootKeyId"],
    ])
    const { rootKeyId } = keyward
    for (const permissions of [[], null]) {
      expect((await update({ rootKeyId, permissions })).body.error.errors[0].location).toBe("body.permissions")
    }
  })

  describe("the last-key rule", () => {
    let own: TestWorkspace
    let owner: { readonly key: string }

    beforeEach(async () => {
      own = await keyward.createWorkspace("Ruled")
      owner = { key: own.rootKey }
    })

    const weakenings = [{ enabled: false }, { expires: later }, { expires: 0 }, { permissions: ["api.*.read_key"] }]

    test("keeps the only key that holds `*`, against itself and against others", async () => {
      const helper = await keyward.createRootKey(["root_key.*.update_root_key", "api.*.read_key"], own)
      for (const weakening of weakenings) {
        for (const options of [owner, { key: helper }]) {
          const reply = await update({ rootKeyId: own.rootKeyId, name: "No", ...weakening }, options)
          expect([reply.status, reply.body.error.type]).toEqual([
            412,
            expect.stringContaining("/application/precondition_failed"),
          ])
        }
      }
      const kept = await keyward.ok("rootKeys.getRootKey", {}, owner)
      expect(kept).toMatchObject({ enabled: true, permissions: ["*"] })
      expect(kept).not.toHaveProperty("name")
      expect(kept).not.toHaveProperty("expires")
      expect(await keyward.events({ workspaceId: own.workspaceId, type: "root_key.updated" })).toEqual([])
    })

    test("allows what does not weaken that key", async () => {
      const body = {
        rootKeyId: own.rootKeyId,
        name: "Owner",
        permissions: ["*", "api.*.read_key"],
        enabled: true,
        ...never,
      }
      expect((await update(body, owner)).status).toBe(200)
    })

    test("counts only enabled, unexpired keys with `*` as another one", async () => {
      const spares = [
        { permissions: ["*"], enabled: false },
        { permissions: ["*"], expires: clock.now },
        { permissions: ["root_key.*.update_root_key"] },
      ]
      for (const spare of spares) await keyward.ok("rootKeys.createRootKey", spare, owner)
      const disabling = { rootKeyId: own.rootKeyId, enabled: false }
      expect((await update(disabling, owner)).status).toBe(412)
      await keyward.ok("rootKeys.createRootKey", { permissions: ["*"], expires: clock.now + 1 }, owner)
      expect((await update(disabling, owner)).status).toBe(200)
    })

    test("does not bind operators", async () => {
      const { workspaceId, rootKeyId } = own
      expect((await update({ workspaceId, rootKeyId, enabled: false }, keyward.operator)).status).toBe(200)
      expect((await keyward.call("rootKeys.getRootKey", {}, owner)).body.error.type).toEndWith("/key_disabled")
    })

    test("holds when the last two such keys are disabled at the same moment", async () => {
      const second = await keyward.ok("rootKeys.createRootKey", { permissions: ["*"] }, owner)
      const helper = await keyward.createRootKey(["root_key.*.update_root_key"], own)
      const disable = (rootKeyId: string) => update({ rootKeyId, enabled: false }, { key: helper })
      const replies = await Promise.all([disable(own.rootKeyId), disable(second.rootKeyId)])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 412])
      const listed = await keyward.ok("rootKeys.listRootKeys", { workspaceId: own.workspaceId }, keyward.operator)
      const owners = listed.filter(({ permissions }: { permissions: string[] }) => permissions.includes("*"))
      expect(owners.filter(({ enabled }: { enabled: boolean }) => enabled)).toHaveLength(1)
    })
  })
})
