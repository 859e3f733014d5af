import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { locationsOf, outcomeOf } from "../../test/outcome.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"
import { hasValidChecksum } from "../core/key-material.ts"

describe.each([...engines])("workspaces.createWorkspace on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })

  const create = (body: unknown, options: object = keyward.operator) =>
    keyward.call("workspaces.createWorkspace", body, options)
  const countWorkspaces = async () => (await keyward.ok("workspaces.listWorkspaces", {}, keyward.operator)).length

  test("makes an enabled workspace without limits, and a first root key that holds everything in it", async () => {
    const reply = await create({ name: "Acme" })
    const { workspaceId, rootKeyId, rootKey } = reply.body.data
    expect(Object.keys(reply.body.data).sort()).toEqual(["rootKey", "rootKeyId", "workspaceId"])
    expect(workspaceId).toMatch(/^ws_[1-9A-HJ-NP-Za-km-z]{22}$/)
    expect(rootKeyId).toMatch(/^rk_[1-9A-HJ-NP-Za-km-z]{22}$/)
    expect(rootKey).toMatch(/^kw_root_[1-9A-HJ-NP-Za-km-z]{32,44}[0-9A-Za-z]{6}$/)
    expect(hasValidChecksum(rootKey)).toBe(true)
    expect(await keyward.ok("workspaces.getWorkspace", {}, { key: rootKey })).toEqual({
      id: workspaceId,
      name: "Acme",
      enabled: true,
      limits: {
        requestsPerMinute: null,
        keys: null,
        identities: null,
        verificationsPerMonth: null,
        onExceeded: "reject",
      },
      createdAt: clock.now,
    })
    expect(await keyward.ok("rootKeys.listRootKeys", {}, { key: rootKey })).toEqual([
      {
        rootKeyId,
        workspaceId,
        start: rootKey.slice(0, "kw_root_".length + 4),
        enabled: true,
        permissions: ["*"],
        createdAt: clock.now,
      },
    ])
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

  test("lets two workspaces have one name and share nothing else", async () => {
    const [one, other] = [await keyward.createWorkspace("Twin"), await keyward.createWorkspace("Twin")]
    expect(one.workspaceId).not.toBe(other.workspaceId)
    expect(one.rootKey).not.toBe(other.rootKey)
    const { apiId } = await keyward.ok("apis.createApi", { name: "Only here" }, { key: one.rootKey })
    expect(outcomeOf(await keyward.call("apis.getApi", { apiId }, { key: other.rootKey }))).toBe(
      "404 data/api_not_found",
    )
  })

  test("gives the same secret again for the same Idempotency-Key, from one workspace", async () => {
    const options = { ...keyward.operator, headers: { "Idempotency-Key": "create-once" } }
    const before = await countWorkspaces()
    const [first, second] = [await create({ name: "Once" }, options), await create({ name: "Once" }, options)]
    expect(second.body.data).toEqual(first.body.data)
    expect(second.headers.get("idempotency-replayed")).toBe("true")
    expect(await countWorkspaces()).toBe(before + 1)
    expect(outcomeOf(await create({ name: "Other" }, options))).toBe("422 application/idempotency_key_reused")
    expect(await keyward.events({ workspaceId: first.body.data.workspaceId })).toHaveLength(2)
  })

  test.each([
    ["no name", {}, ["body.name"]],
    ["an empty name", { name: "" }, ["body.name"]],
    ["a name of 257 characters", { name: "x".repeat(257) }, ["body.name"]],
    ["null for a name", { name: null }, ["body.name"]],
    ["a name with U+0000", { name: "a\u0000b" }, ["body.name"]],
    ["limits, which an update sets", { name: "x", limits: { keys: 1 } }, ["body.limits"]],
  ])("refuses %s and makes nothing", async (_what, body, locations) => {
    const before = await countWorkspaces()
    const reply = await create(body)
    expect([reply.status, locationsOf(reply)]).toEqual([400, locations])
    expect(await countWorkspaces()).toBe(before)
  })

  test("keeps a name of 256 characters as it is, white space and all", async () => {
    const name = ` ${"é".repeat(254)}\t`
    const { workspaceId } = await keyward.createWorkspace(name)
    expect((await keyward.ok("workspaces.getWorkspace", { workspaceId }, keyward.operator)).name).toBe(name)
  })
})
