import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { locationsOf, outcomeOf } from "../../test/outcome.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("rootKeys.listKeys on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })

  const list = (body: unknown, options = {}) => keyward.call("rootKeys.listKeys", body, options)

  test("lists every root key with every field, null, 0 or empty where there is no value", async () => {
    const own = await keyward.createWorkspace()
    const asOwner = { key: own.rootKey }
    const permissions = ["api.*.read_key", "event.*.read_event"]
    const plain = await keyward.ok("rootKeys.createRootKey", { permissions: ["event.*.read_event"] }, asOwner)
    const full = { name: "CI", permissions, expires: clock.now - 1, enabled: false }
    const other = await keyward.ok("rootKeys.createRootKey", full, asOwner)
    await keyward.ok("events.listEvents", {}, { key: plain.rootKey })
    const read = async () => (await list({}, asOwner)).body.data
    // A use is stored shortly after the request.
    while ((await read())[1].lastUsedAt === 0) await Bun.sleep(20)
    const common = { end: "", enabled: true, createdAt: clock.now, name: null, expires: null }
    const [owner, ...others] = await read()
    expect(owner).toMatchObject({ keyId: own.rootKeyId, permissions: ["*"] })
    expect(others).toEqual([
      {
        ...common,
        keyId: plain.rootKeyId,
        start: plain.rootKey.slice(0, 12),
        lastUsedAt: clock.now,
        permissions: ["event.*.read_event"],
      },
      { ...common, ...full, keyId: other.rootKeyId, start: other.rootKey.slice(0, 12), lastUsedAt: 0 },
    ])
  })

  test("goes from page to page with a cursor of its own", async () => {
    const own = await keyward.createWorkspace()
    const asOwner = { key: own.rootKey }
    for (const name of ["a", "b"]) await keyward.ok("rootKeys.createRootKey", { name, permissions: ["*"] }, asOwner)
    const first = await list({ limit: 2 }, asOwner)
    expect([first.body.data.length, first.body.pagination.hasMore]).toEqual([2, true])
    const { cursor } = first.body.pagination
    const second = await list({ limit: 2, cursor }, asOwner)
    expect(second.body.data).toMatchObject([{ name: "b" }])
    expect(second.body.pagination).toEqual({ hasMore: false })
    expect((await keyward.call("rootKeys.listRootKeys", { cursor }, asOwner)).status).toBe(400)
  })

  test("needs read_root_key, and shows a root key its own workspace only", async () => {
    const key = await keyward.createRootKey(["root_key.*.update_root_key"])
    expect(outcomeOf(await list({}, { key }))).toBe("403 authorization/insufficient_permissions")
    const other = await keyward.createWorkspace()
    expect(outcomeOf(await list({ workspaceId: other.workspaceId }))).toBe("404 data/workspace_not_found")
    const operator = { key: keyward.operatorKey }
    expect((await list({ workspaceId: other.workspaceId }, operator)).body.data).toHaveLength(1)
    expect(locationsOf(await list({ search: "CI" }, operator))).toEqual(["body.search"])
  })
})
