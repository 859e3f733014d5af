import { describe, expect, test } from "bun:test"
import { noLimits } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectViolations } from "../../test/requests/refusals.ts"
import { hasValidChecksum } from "../core/key-material.ts"

describe("workspaces.createWorkspace", () => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock })

  const create = (body: unknown) => keyward.call("workspaces.createWorkspace", body, keyward.operator)

  test("makes an enabled workspace without limits, and a first root key that holds everything in it", async () => {
    const reply = await create({ name: "Acme" })
    const { workspaceId, rootKeyId, rootKey } = reply.body.data
    expect(Object.keys(reply.body.data).sort()).toEqual(["rootKey", "rootKeyId", "workspaceId"])
    expect(workspaceId).toMatch(/^ws_[1-9A-HJ-NP-Za-km-z]{22}$/)
    expect(rootKeyId).toMatch(/^rk_[1-9A-HJ-NP-Za-km-z]{22}$/)
    expect(rootKey).toMatch(/^kw_root_[1-9A-HJ-NP-Za-km-z]{32,44}[0-9A-Za-z]{6}$/)
    expect(hasValidChecksum(rootKey)).toBe(true)
    // The operator reads the root key, because a use of it may be stored at any time.
    expect(await keyward.ok("rootKeys.listRootKeys", { workspaceId }, keyward.operator)).toEqual([
      {
        rootKeyId,
        workspaceId,
        start: rootKey.slice(0, "kw_root_".length + 4),
        enabled: true,
        permissions: ["*"],
        createdAt: clock.now,
      },
    ])
    expect(await keyward.ok("workspaces.getWorkspace", {}, { key: rootKey })).toEqual({
      id: workspaceId,
      name: "Acme",
      enabled: true,
      limits: noLimits,
      notices: { expiringDays: [7, 1], refusals: { times: 5, atLeast: 100 } },
      counts: { apis: 0, identities: 0, keys: 0, keysByApi: [], verificationsThisMonth: 0 },
      createdAt: clock.now,
    })
  })

  test("records the workspace and the root key, without the secret", async () => {
    const reply = await create({ name: "Recorded" })
    const { workspaceId, rootKeyId, rootKey } = reply.body.data
    const events = await keyward.events({ workspaceId })
    expect(events.map(({ type }) => type)).toEqual(["root_key.created", "workspace.created"])
    for (const event of events) {
      expect(event).toMatchObject({
        actor: { type: "operator", id: "operator" },
        requestId: reply.body.meta.requestId,
        workspaceId,
      })
    }
    const [ofRootKey, ofWorkspace] = events
    expect(ofRootKey?.resources[0]).toEqual({ type: "root_key", id: rootKeyId })
    expect(ofRootKey?.changes).toMatchObject({ before: null, after: { rootKeyId, permissions: ["*"] } })
    expect(ofWorkspace?.resources).toEqual([{ type: "workspace", id: workspaceId }])
    expect(ofWorkspace?.changes).toMatchObject({ before: null, after: { id: workspaceId, name: "Recorded" } })
    expect(JSON.stringify(events)).not.toContain(rootKey.slice("kw_root_".length + 4))
    expect(JSON.stringify(events)).not.toContain("hash")
  })

  test("refuses bad input and makes nothing", async () => {
    const before = await keyward.ok("workspaces.listWorkspaces", {}, keyward.operator)
    const names = [undefined, "", "x".repeat(257), null, "a\u0000b"]
    const cases = [
      ...names.map((name) => [{ name }, "body.name"] as const),
      [{ name: "x", limits: { keys: 1 } }, "body.limits"] as const,
    ]
    await expectViolations(keyward, "workspaces.createWorkspace", cases, keyward.operatorKey)
    expect(await keyward.ok("workspaces.listWorkspaces", {}, keyward.operator)).toEqual(before)
  })

  test("keeps a name of 256 characters as it is, white space and all", async () => {
    const name = ` ${"é".repeat(254)}\t`
    const { workspaceId } = await keyward.createWorkspace(name)
    expect((await keyward.ok("workspaces.getWorkspace", { workspaceId }, keyward.operator)).name).toBe(name)
  })
})
