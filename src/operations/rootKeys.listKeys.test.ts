import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { locationsOf } from "../../test/requests/outcome.ts"

describe("rootKeys.listKeys", () => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock })

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

  test("shows an operator the workspace that it names, without a search", async () => {
    const { workspaceId } = await keyward.createWorkspace()
    expect((await list({ workspaceId }, keyward.operator)).body.data).toHaveLength(1)
    expect(locationsOf(await list({ search: "CI" }, keyward.operator))).toEqual(["body.search"])
  })
})
