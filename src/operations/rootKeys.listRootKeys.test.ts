import { beforeAll, describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { locationsOf, outcomeOf } from "../../test/requests/outcome.ts"

describe("rootKeys.listRootKeys", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const ids: string[] = []

  beforeAll(async () => {
    ids.push(keyward.rootKeyId)
    const wanted = [
      { name: "Deploy 100%", permissions: ["*"] },
      { name: "disabled", permissions: ["*"], enabled: false },
      { name: "expired", permissions: ["root_key.*.read_root_key"], expires: 1 },
    ]
    for (const body of wanted) ids.push((await keyward.ok("rootKeys.createRootKey", body)).rootKeyId)
    const { rootKeyId } = await keyward.ok("rootKeys.createRootKey", { name: "deleted", permissions: ["*"] })
    await keyward.ok("rootKeys.deleteRootKey", { rootKeyId })
    await keyward.createWorkspace("Other")
  })

  const list = (body?: unknown, options = {}) => keyward.call("rootKeys.listRootKeys", body, options)
  const idsOf = (reply: Awaited<ReturnType<typeof list>>): string[] =>
    reply.body.data.map(({ rootKeyId }: { rootKeyId: string }) => rootKeyId)

  test("lists the keys of the workspace in creation order, disabled and expired ones too, deleted ones not", async () => {
    const reply = await list()
    expect(idsOf(reply)).toEqual(ids)
    expect(reply.body.pagination).toEqual({ hasMore: false })
    expect(reply.body.data[3]).toMatchObject({ name: "expired", expires: 1, enabled: true })
    expect(reply.text).not.toContain(keyward.rootKey)
  })

  test("finds by id, name or start, literally", async () => {
    const byName = await list({ search: " DEPLOY 100% " })
    expect(idsOf(byName)).toEqual(ids.slice(1, 2))
    expect(idsOf(await list({ search: ids[2] }))).toEqual(ids.slice(2, 3))
    expect(idsOf(await list({ search: keyward.rootKey.slice(0, 12) }))).toContain(keyward.rootKeyId)
    expect(idsOf(await list({ search: "%" }))).toEqual(ids.slice(1, 2))
    expect(idsOf(await list({ search: keyward.rootKey }))).toEqual([])
    expect(idsOf(await list({ search: "  " }))).toEqual(ids)
  })

  test("shows an operator the workspace it names, which must exist", async () => {
    expect(idsOf(await list({ workspaceId: keyward.workspaceId }, keyward.operator))).toEqual(ids)
    expect(locationsOf(await list({}, keyward.operator))).toEqual(["body.workspaceId"])
    const unknown = await list({ workspaceId: "ws_1BzmjTFLHWXwiSK4y3H5iW" }, keyward.operator)
    expect(outcomeOf(unknown)).toBe("404 data/workspace_not_found")
  })
})
