import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"
import { hasValidChecksum } from "../core/key-material.ts"

const creation = "root_key.*.create_root_key"

describe("rootKeys.createRootKey", () => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock })

  const create = (body: unknown, options = {}) => keyward.call("rootKeys.createRootKey", body, options)

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
    expect(events).toMatchObject([
      {
        type: "root_key.created",
        actor: { type: "root_key", id: keyward.rootKeyId },
        resources: [{ type: "root_key", id: rootKeyId }],
        changes: { before: null, after: stored },
      },
    ])
    expect(JSON.stringify(events)).not.toContain(rootKey)
  })

  test("makes a key that may be expired or disabled from the start", async () => {
    const expired = await keyward.ok("rootKeys.createRootKey", { permissions: ["*"], expires: 0 })
    const disabled = await keyward.ok("rootKeys.createRootKey", { permissions: ["*"], enabled: false })
    const used = (key: string) => keyward.call("rootKeys.getRootKey", {}, { key })
    expect(outcomeOf(await used(expired.rootKey))).toBe("403 authorization/key_expired")
    expect(outcomeOf(await used(disabled.rootKey))).toBe("403 authorization/key_disabled")
  })

  test("refuses to hand on what the caller does not hold, naming all of it, and makes nothing", async () => {
    const held = ["root_key.*.create_root_key", "api.api_1BzmjTFLHWXwiSK4y3H5iW.read_key", "identity.*.read_identity"]
    const key = await keyward.createRootKey(held)
    const wanted = [...held, "*", "api.*.read_key", "root_key.*.delete_root_key"]
    const call = ["rootKeys.createRootKey", { permissions: wanted }, { key }] as const
    const detail = await expectRefused(keyward, [...call], "403 authorization/insufficient_permissions")
    expect(detail).toEndWith("`*`, `api.*.read_key`, `root_key.*.delete_root_key`.")
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
    const unnamed = [{ permissions: ["*"] }, "body.workspaceId"] as const
    await expectViolations(keyward, "rootKeys.createRootKey", [unnamed], keyward.operatorKey)
    const unknown = await create({ workspaceId: "ws_1BzmjTFLHWXwiSK4y3H5iW", permissions: ["*"] }, keyward.operator)
    expect(outcomeOf(unknown)).toBe("404 data/workspace_not_found")
  })

  test("refuses what is no grant, and every other bad member, each at its place", async () => {
    const noGrants = ["", "api", "api.*", "api.*.fly", "*.*.*", "api.x.read_key", "rbac.x.create_role", "a".repeat(200)]
    const places = [...noGrants, 7].map((_, index) => `body.permissions[${index + 1}]`)
    const bad = { name: "", expires: -1, enabled: "yes" }
    const lists = [[], Array(1001).fill("*"), null, "*"]
    await expectViolations(keyward, "rootKeys.createRootKey", [
      [{ permissions: ["*", ...noGrants, 7] }, ...places],
      [bad, "body.enabled", "body.expires", "body.name", "body.permissions"],
      ...lists.map((permissions) => [{ permissions }, "body.permissions"] as const),
      [{ permissions: ["*"], name: null, expires: 4_102_444_800_001 }, "body.expires", "body.name"],
    ])
  })

  test("shows the secret of a replay only to callers who could give its permissions now", async () => {
    const permissions = ["identity.*.read_identity", "api.*.read_key"]
    const headers = { "Idempotency-Key": "guarded" }
    const replay = (key: string) => create({ permissions }, { headers, key })
    const first = await replay(keyward.rootKey)
    const refused = await replay(await keyward.createRootKey([creation, "identity.*.read_identity"]))
    expect(refused.status).toBe(403)
    expect(refused.body.error.detail).toContain("`api.*.read_key`")
    expect(refused.body.error.detail).not.toContain("identity")
    expect(refused.text).not.toContain(first.body.data.rootKey)
    const hopeless = await replay(await keyward.createRootKey(permissions))
    expect(hopeless.body.error.detail).toContain(`\`${creation}\``)
    const equal = await replay(await keyward.createRootKey([creation, ...permissions]))
    expect(equal.body.data).toEqual(first.body.data)
  })
})
