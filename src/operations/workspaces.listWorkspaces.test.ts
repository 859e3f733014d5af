import { beforeAll, describe, expect, test } from "bun:test"
import { engines, type TestWorkspace } from "../../test/harness.ts"
import { locationsOf } from "../../test/outcome.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("workspaces.listWorkspaces on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let alpha: TestWorkspace
  let beta: TestWorkspace
  beforeAll(async () => {
    alpha = await keyward.createWorkspace("Alpha 100%")
    beta = await keyward.createWorkspace("beta_one")
    const gone = await keyward.createWorkspace("Gone")
    for (const { workspaceId } of [beta, gone]) {
      await keyward.ok("workspaces.disableWorkspace", { workspaceId, reason: "account_closure" }, keyward.operator)
    }
    await keyward.ok("workspaces.deleteWorkspace", { workspaceId: gone.workspaceId }, keyward.operator)
  })

  const list = (body?: unknown, options: object = keyward.operator) =>
    keyward.call("workspaces.listWorkspaces", body, options)
  const namesIn = async (body?: unknown): Promise<string[]> =>
    (await list(body)).body.data.map(({ name }: { name: string }) => name)

  test("lists enabled and disabled workspaces as getWorkspace shows them, oldest first, and no deleted one", async () => {
    const { body } = await list()
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(["Test", "Alpha 100%", "beta_one"])
    expect(body.pagination).toEqual({ hasMore: false })
    for (const workspace of body.data) {
      const { id: workspaceId } = workspace
      expect(await keyward.ok("workspaces.getWorkspace", { workspaceId }, keyward.operator)).toEqual(workspace)
    }
  })

  test("gives every workspace once, page by page", async () => {
    const names: string[] = []
    let cursor = ""
    for (;;) {
      const { body } = await list({ limit: 1, cursor })
      expect(body.data).toHaveLength(1)
      names.push(body.data[0].name)
      expect("cursor" in body.pagination).toBe(body.pagination.hasMore)
      if (!body.pagination.hasMore) break
      cursor = body.pagination.cursor
    }
    expect(names).toEqual(["Test", "Alpha 100%", "beta_one"])
  })

  test("filters by state and by text in name or id, literally and without regard to case", async () => {
    expect(await namesIn({ enabled: true })).toEqual(["Test", "Alpha 100%"])
    expect(await namesIn({ enabled: false })).toEqual(["beta_one"])
    expect(await namesIn({ search: " ALPHA " })).toEqual(["Alpha 100%"])
    expect(await namesIn({ search: "0%" })).toEqual(["Alpha 100%"])
    expect(await namesIn({ search: "a_o" })).toEqual(["beta_one"])
    expect(await namesIn({ search: alpha.workspaceId })).toEqual(["Alpha 100%"])
    expect(await namesIn({ search: "alpha", enabled: false })).toEqual([])
    expect(await namesIn({ search: "%" })).toEqual(["Alpha 100%"])
    expect(await namesIn({ search: "" })).toHaveLength(3)
    expect(await namesIn({ search: "Gone" })).toEqual([])
  })

  test("refuses bad members, and a cursor of another operation", async () => {
    const reply = await list({ limit: 0, cursor: "!", enabled: null, search: 5, workspaceId: beta.workspaceId })
    expect([reply.status, locationsOf(reply)]).toEqual([
      400,
      ["body.cursor", "body.enabled", "body.limit", "body.search", "body.workspaceId"],
    ])
    const events = await keyward.call("events.listEvents", { limit: 1 }, keyward.operator)
    const foreign = await list({ cursor: events.body.pagination.cursor })
    expect([foreign.status, locationsOf(foreign)]).toEqual([400, ["body.cursor"]])
  })
})
