import { beforeEach, describe, expect, test } from "bun:test"
import { createKey, disableWorkspace, readWorkspace } from "../../test/harness/fixtures.ts"
import { engines, type TestWorkspace } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe.each([...engines])("workspaces.deleteWorkspace on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })
  let own: TestWorkspace
  beforeEach(async () => {
    own = await keyward.createWorkspace("Own")
    clock.now += 1000
  })

  const remove = () => keyward.call("workspaces.deleteWorkspace", { workspaceId: own.workspaceId }, keyward.operator)
  const disable = () => disableWorkspace(keyward, own.workspaceId)
  const typesOfEvents = async () => (await keyward.events({ workspaceId: own.workspaceId })).map(({ type }) => type)

  test("refuses to delete an enabled workspace, and leaves it working", async () => {
    const reply = await remove()
    expect(outcomeOf(reply)).toBe("412 application/precondition_failed")
    expect(reply.body.error.detail).toContain("disableWorkspace")
    expect((await keyward.call("keys.listKeys", {}, { key: own.rootKey })).status).toBe(200)
    expect(await typesOfEvents()).not.toContain("workspace.deleted")
  })

  test("makes every key of a disabled workspace unknown", async () => {
    const { key } = await createKey(keyward, {}, own.rootKey)
    const disabled = await createKey(keyward, { enabled: false }, own.rootKey)
    await disable()
    expect(outcomeOf(await keyward.call("keys.whoami", {}, { key }))).toBe("403 authorization/workspace_disabled")
    expect((await remove()).body.data).toEqual({})
    for (const bearer of [own.rootKey, key, disabled.key]) {
      const reply = await keyward.call("keys.whoami", {}, { key: bearer })
      expect(outcomeOf(reply)).toBe("401 authentication/key_not_found")
      expect(reply.headers.get("www-authenticate")).toBe('Bearer realm="keyward", error="invalid_token"')
    }
    expect(await keyward.ok("keys.verifyKey", { key })).toEqual({ valid: false, code: "NOT_FOUND" })
  })

  test("is listed no longer, and spares other workspaces", async () => {
    await disable()
    await remove()
    const search = own.workspaceId
    expect(await keyward.ok("workspaces.listWorkspaces", { search }, keyward.operator)).toEqual([])
    expect((await keyward.call("keys.listKeys")).status).toBe(200)
  })

  test("leaves its events readable for an operator, its own deletion included", async () => {
    const before = await readWorkspace(keyward, own.workspaceId)
    const disabled = await disable()
    const reply = await remove()
    expect(await typesOfEvents()).toEqual([
      "workspace.deleted",
      "workspace.disabled",
      "root_key.created",
      "workspace.created",
    ])
    const [deleted] = await keyward.events({ workspaceId: own.workspaceId, type: "workspace.deleted" })
    expect(deleted).toMatchObject({
      actor: { type: "operator", id: "operator" },
      resources: [{ type: "workspace", id: own.workspaceId }],
      requestId: reply.body.meta.requestId,
      changes: { before: { ...before, ...disabled }, after: null },
    })
  })

  test("deletes once: the second call finds nothing and records nothing", async () => {
    await disable()
    expect(outcomeOf(await remove())).toBe("200")
    expect(outcomeOf(await remove())).toBe("404 data/workspace_not_found")
    expect((await typesOfEvents()).filter((type) => type === "workspace.deleted")).toHaveLength(1)
  })

  test("deletes once when it is called many times at once", async () => {
    await disable()
    const replies = await Promise.all([remove(), remove(), remove()])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })

  test("stays deleted after a restart", async () => {
    await disable()
    await remove()
    await keyward.restart()
    expect(outcomeOf(await keyward.call("keys.listKeys", {}, { key: own.rootKey }))).toBe(
      "401 authentication/key_not_found",
    )
  })
})
