import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { locationsOf, outcomeOf } from "../../test/outcome.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("rootKeys.createKey on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })

  const create = (body: unknown, options = {}) => keyward.call("rootKeys.createKey", body, options)
  const count = async () => (await keyward.ok("rootKeys.listRootKeys")).length

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

  test("shows the same secret again under one Idempotency-Key, which rootKeys.createRootKey does not share", async () => {
    const headers = { "Idempotency-Key": crypto.randomUUID() }
    const body = { permissions: ["api.*.read_key"] }
    const first = await create(body, { headers })
    const before = await count()
    const again = await create(body, { headers })
    expect([again.body.data, again.headers.get("idempotency-replayed")]).toEqual([first.body.data, "true"])
    expect(await count()).toBe(before)
    const other = await keyward.call("rootKeys.createRootKey", body, { headers })
    expect([other.status, other.headers.get("idempotency-replayed")]).toEqual([200, null])
    expect(await count()).toBe(before + 1)
  })

  test("hands on only what the caller holds, and only for as long", async () => {
    const end = clock.now + 1000
    const permissions = ["root_key.*.create_root_key", "api.*.read_key"]
    const caller = await keyward.ok("rootKeys.createRootKey", { permissions, expires: end })
    const before = await count()
    for (const body of [{ permissions: ["api.*.update_key"], expires: end }, { permissions }]) {
      const refused = await create(body, { key: caller.rootKey })
      expect(outcomeOf(refused)).toBe("403 authorization/insufficient_permissions")
    }
    expect(await count()).toBe(before)
    expect((await create({ permissions, expires: end }, { key: caller.rootKey })).status).toBe(200)
  })

  test("asks an operator for the workspace, and refuses bad fields, each at its place", async () => {
    const operator = { key: keyward.operatorKey }
    expect(locationsOf(await create({ permissions: ["*"] }, operator))).toEqual(["body.workspaceId"])
    const named = { workspaceId: keyward.workspaceId, permissions: ["*"] }
    expect((await create(named, operator)).status).toBe(200)
    const bad = await create({ name: null, permissions: [], expires: -1, enabled: false })
    const locations = ["body.enabled", "body.expires", "body.name", "body.permissions"]
    expect([bad.status, locationsOf(bad)]).toEqual([400, locations])
  })
})
