import { beforeAll, describe, expect, test } from "bun:test"
import { deleteWorkspace, disableWorkspace, readWorkspace } from "../../test/harness/fixtures.ts"
import type { TestWorkspace } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { walk } from "../../test/requests/walk.ts"

describe("workspaces.listWorkspaces", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  let alpha: TestWorkspace
  beforeAll(async () => {
    alpha = await keyward.createWorkspace("Alpha 100%")
    await disableWorkspace(keyward, (await keyward.createWorkspace("beta_one")).workspaceId)
    await deleteWorkspace(keyward, (await keyward.createWorkspace("Gone")).workspaceId)
  })

  const list = (body?: unknown) => keyward.call("workspaces.listWorkspaces", body, keyward.operator)
  const namesIn = async (body?: unknown): Promise<string[]> =>
    (await list(body)).body.data.map(({ name }: { name: string }) => name)

  test("lists enabled and disabled workspaces as getWorkspace shows them, oldest first, and no deleted one", async () => {
    const { body } = await list()
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(["Test", "Alpha 100%", "beta_one"])
    expect(body.pagination).toEqual({ hasMore: false })
    for (const workspace of body.data) {
      const { id: workspaceId } = workspace
      expect(await readWorkspace(keyward, workspaceId)).toEqual(workspace)
    }
  })

  test("gives every workspace once, page by page", async () => {
    expect(await walk(list)).toMatchObject([{ name: "Test" }, { name: "Alpha 100%" }, { name: "beta_one" }])
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
})
