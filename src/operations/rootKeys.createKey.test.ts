import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

describe("rootKeys.createKey", () => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock })

  const create = (body: unknown, options = {}) => keyward.call("rootKeys.createKey", body, options)

  test("creates a root key as rootKeys.createRootKey does, under the names of Unkey's clients", async () => {
    const permissions = ["root_key.*.read_root_key", "api.*.create_key", "api.*.create_key"]
    const expires = clock.now + 1000
    const { keyId, key, ...rest } = (await create({ name: "CI", permissions, expires })).body.data
    expect(rest).toEqual({})
    expect([keyId, key]).toEqual([expect.stringMatching(/^rk_/), expect.stringMatching(/^kw_root_/)])
    const stored = await keyward.ok("rootKeys.getRootKey", {}, { key })
    expect(stored).toMatchObject({
      rootKeyId: keyId,
      name: "CI",
      enabled: true,
      expires,
      permissions: ["api.*.create_key", "root_key.*.read_root_key"],
    })
    const events = await keyward.events({ resourceId: keyId })
    expect(events).toMatchObject([{ type: "root_key.created", changes: { before: null, after: { name: "CI" } } }])
    expect(JSON.stringify(events)).not.toContain(key)
  })

  test.each([[{ expires: null }], [{}]])("creates a key that never expires with %j", async (never) => {
    const { key } = (await create({ permissions: ["*"], ...never })).body.data
    expect(await keyward.ok("rootKeys.getRootKey", {}, { key })).not.toHaveProperty("expires")
  })

  test("does not share an Idempotency-Key with rootKeys.createRootKey", async () => {
    const headers = { "Idempotency-Key": crypto.randomUUID() }
    const body = { permissions: ["api.*.read_key"] }
    await create(body, { headers })
    const other = await keyward.call("rootKeys.createRootKey", body, { headers })
    expect([other.status, other.headers.get("idempotency-replayed")]).toEqual([200, null])
  })

  test("hands on only what the caller holds, and only for as long", async () => {
    const end = clock.now + 1000
    const permissions = ["root_key.*.create_root_key", "api.*.read_key"]
    const { rootKey: key } = await keyward.ok("rootKeys.createRootKey", { permissions, expires: end })
    for (const body of [{ permissions: ["api.*.update_key"], expires: end }, { permissions }]) {
      const call = ["rootKeys.createKey", body, { key }] as const
      await expectRefused(keyward, [...call], "403 authorization/insufficient_permissions")
    }
    expect((await create({ permissions, expires: end }, { key })).status).toBe(200)
  })

  test("asks an operator for the workspace, and refuses bad fields, each at its place", async () => {
    const unnamed = [{ permissions: ["*"] }, "body.workspaceId"] as const
    await expectViolations(keyward, "rootKeys.createKey", [unnamed], keyward.operatorKey)
    const named = { workspaceId: keyward.workspaceId, permissions: ["*"] }
    expect((await create(named, keyward.operator)).status).toBe(200)
    const bad = { name: null, permissions: [], expires: -1, enabled: false }
    const locations = ["body.enabled", "body.expires", "body.name", "body.permissions"]
    await expectViolations(keyward, "rootKeys.createKey", [[bad, ...locations]])
  })
})
