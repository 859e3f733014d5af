import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"
import { hasValidChecksum } from "../core/key-material.ts"

describe.each([...engines])("rootKeys.createRootKey on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })

  const create = (body: unknown, options = {}) => keyward.call("rootKeys.createRootKey", body, options)
  const count = async () => (await keyward.ok("rootKeys.listRootKeys")).length
  const locations = (reply: Awaited<ReturnType<typeof create>>) =>
    reply.body.error.errors.map(({ location }: { location: string }) => location)

  test("answers with a key of 32 random bytes that works at once, and is shown no other time", async () => {
    const { rootKeyId, rootKey, ...rest } = await keyward.ok("rootKeys.createRootKey", {
      permissions: ["root_key.*.read_root_key"],
    })
    expect(rest).toEqual({})
    expect(rootKeyId).toMatch(/^rk_[1-9A-HJ-NP-Za-km-z]{22}$/)
    expect(rootKey).toMatch(/^kw_root_[1-9A-HJ-NP-Za-km-z]{32,44}[0-9A-Za-z]{6}$/)
    expect(hasValidChecksum(rootKey)).toBe(true)
    const shown = await keyward.call("rootKeys.getRootKey", { rootKeyId }, { key: rootKey })
    expect(shown.body.data).toMatchObject({ rootKeyId, start: rootKey.slice(0, 12) })
    expect(shown.text).not.toContain(rootKey)
  })

  test("stores what was asked for, permissions merged and ascending, and records it once", async () => {
    const permissions = ["root_key.*.read_root_key", "api.*.create_key", "api.*.create_key"]
    const wanted = { name: "CI", permissions, expires: 4_102_444_800_000, enabled: false }
    const { rootKeyId, rootKey } = await keyward.ok("rootKeys.createRootKey", wanted)
    const stored = await keyward.ok("rootKeys.getRootKey", { rootKeyId })
    expect(stored).toEqual({
      ...wanted,
      rootKeyId,
      workspaceId: keyward.workspaceId,
      start: rootKey.slice(0, 12),
      permissions: ["api.*.create_key", "root_key.*.read_root_key"],
      createdAt: clock.now,
    })
    const events = await keyward.events({ resourceId: rootKeyId })
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      type: "root_key.created",
      actor: { type: "root_key", id: keyward.rootKeyId },
      resources: [{ type: "root_key", id: rootKeyId }],
      changes: { before: null, after: stored },
    })
    expect(JSON.stringify(events)).not.toContain(rootKey)
  })

  test("makes a key that may be expired or disabled from the start", async () => {
    const expired = await keyward.ok("rootKeys.createRootKey", { permissions: ["*"], expires: 0 })
    const disabled = await keyward.ok("rootKeys.createRootKey", { permissions: ["*"], enabled: false })
    const asExpired = await keyward.call("rootKeys.getRootKey", {}, { key: expired.rootKey })
    const asDisabled = await keyward.call("rootKeys.getRootKey", {}, { key: disabled.rootKey })
    expect(asExpired.body.error.type).toEndWith("/authorization/key_expired")
    expect(asDisabled.body.error.type).toEndWith("/authorization/key_disabled")
  })

  test("refuses to hand on what the caller does not hold, naming all of it, and makes nothing", async () => {
    const held = ["root_key.*.create_root_key", "api.api_1BzmjTFLHWXwiSK4y3H5iW.read_key", "identity.*.read_identity"]
    const key = await keyward.createRootKey(held)
    const before = await count()
    const wanted = [...held, "*", "api.*.read_key", "root_key.*.delete_root_key"]
    const reply = await create({ permissions: wanted }, { key })
    expect(reply.status).toBe(403)
    expect(reply.body.error.type).toEndWith("/authorization/insufficient_permissions")
    expect(reply.body.error.detail).toEndWith("`*`, `api.*.read_key`, `root_key.*.delete_root_key`.")
    expect(await count()).toBe(before)
    expect((await create({ permissions: held }, { key })).status).toBe(200)
  })

  test("lets the grant for every id hand on the grant for one", async () => {
    const key = await keyward.createRootKey(["root_key.*.create_root_key", "api.*.read_key"])
    const reply = await create({ permissions: ["api.api_1BzmjTFLHWXwiSK4y3H5iW.read_key"] }, { key })
    expect(reply.status).toBe(200)
  })

  test("lets an operator make a key with any permissions in any workspace, which it has to name", async () => {
    const other = await keyward.createWorkspace("Other")
    const body = { workspaceId: other.workspaceId, permissions: ["*"] }
    const { rootKey } = await keyward.ok("rootKeys.createRootKey", body, keyward.operator)
    expect(await keyward.ok("rootKeys.getRootKey", {}, { key: rootKey })).toMatchObject(body)
    const [event] = await keyward.events({ workspaceId: other.workspaceId, limit: 1 })
    expect(event).toMatchObject({ type: "root_key.created", actor: { type: "operator", id: "operator" } })
    const unnamed = await create({ permissions: ["*"] }, keyward.operator)
    expect([unnamed.status, locations(unnamed)]).toEqual([400, ["body.workspaceId"]])
    const unknown = await create({ workspaceId: "ws_1BzmjTFLHWXwiSK4y3H5iW", permissions: ["*"] }, keyward.operator)
    expect([unknown.status, unknown.body.error.type]).toEqual([
      404,
      expect.stringContaining("/data/workspace_not_found"),
    ])
  })

  test("refuses what is no grant, and every other bad member, each at its place", async () => {
    const noGrants = ["", "api", "api.*", "api.*.fly", "*.*.*", "api.x.read_key", "rbac.x.create_role", "a".repeat(200)]
    const first = await create({ permissions: ["*", ...noGrants, 7] })
    expect([first.status, locations(first)]).toEqual([
      400,
      [...noGrants, 7].map((_, index) => `body.permissions[${index + 1}]`),
    ])
    const rest = await create({ name: "", expires: -1, enabled: "yes", permission: ["*"] })
    expect([rest.status, locations(rest).sort()]).toEqual([
      400,
      ["body.enabled", "body.expires", "body.name", "body.permission", "body.permissions"],
    ])
    for (const permissions of [[], Array(1001).fill("*"), null, "*"]) {
      expect(locations(await create({ permissions }))).toEqual(["body.permissions"])
    }
    expect((await create({ permissions: ["*"], name: null })).status).toBe(400)
    expect((await create({ permissions: ["*"], expires: 4_102_444_800_001 })).status).toBe(400)
  })

  describe("with an Idempotency-Key", () => {
    const permissions = ["identity.*.read_identity", "api.*.read_key"]
    const replayable = (body: unknown, idempotencyKey: string, key?: string) =>
      create(body, { headers: { "Idempotency-Key": idempotencyKey }, ...(key && { key }) })

    test("shows the same secret again and makes no second key", async () => {
      const first = await replayable({ name: "Once", permissions }, "same-secret")
      const before = await count()
      const again = await replayable({ permissions, name: "Once" }, "same-secret")
      expect(again.body.data).toEqual(first.body.data)
      expect(again.headers.get("idempotency-replayed")).toBe("true")
      expect(again.body.meta.requestId).not.toBe(first.body.meta.requestId)
      expect(await count()).toBe(before)
      expect(await keyward.events({ resourceId: first.body.data.rootKeyId })).toHaveLength(1)
      expect((await replayable({ name: "Other", permissions }, "same-secret")).status).toBe(422)
    })

    test("shows it to nobody who could not have handed on its permissions now", async () => {
      const first = await replayable({ permissions }, "guarded")
      const weak = await keyward.createRootKey(["root_key.*.create_root_key", "identity.*.read_identity"])
      const refused = await replayable({ permissions }, "guarded", weak)
      expect(refused.status).toBe(403)
      expect(refused.body.error.detail).toContain("`api.*.read_key`")
      expect(refused.body.error.detail).not.toContain("identity")
      expect(refused.text).not.toContain(first.body.data.rootKey)
      const helpless = await keyward.createRootKey(permissions)
      const hopeless = await replayable({ permissions }, "guarded", helpless)
      expect(hopeless.body.error.detail).toContain("`root_key.*.create_root_key`")
      const equal = await keyward.createRootKey(["root_key.*.create_root_key", ...permissions])
      expect((await replayable({ permissions }, "guarded", equal)).body.data).toEqual(first.body.data)
    })

    test("does not use the key up when the call is refused", async () => {
      const weak = await keyward.createRootKey(["root_key.*.create_root_key"])
      expect((await replayable({ permissions }, "unused", weak)).status).toBe(403)
      const reply = await replayable({ permissions }, "unused")
      expect([reply.status, reply.headers.get("idempotency-replayed")]).toEqual([200, null])
    })

    test("makes one key when the same call is sent many times at once", async () => {
      const replies = await Promise.all(Array.from({ length: 8 }, () => replayable({ permissions }, "at-once")))
      const made = new Set(replies.filter(({ status }) => status === 200).map(({ body }) => body.data.rootKey))
      expect(made.size).toBe(1)
      expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
    })
  })
})
