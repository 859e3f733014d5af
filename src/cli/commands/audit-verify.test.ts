import { describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { runHere, runProcess } from "../../../test/cli/cli.ts"
import { engines } from "../../../test/harness/harness.ts"
import { createDatabase } from "../../../test/services/postgres.ts"
import { temporaryFolder } from "../../../test/services/temporary-folder.ts"
import { serveChains } from "../../../test/storage/audit-chains.ts"

describe.each([...engines])("audit verify on %s", (engine) => {
  const { env, overwrite, recordedWorkspace, server, verify } = serveChains(engine)

  test("finds every chain of a running service intact", async () => {
    const other = await recordedWorkspace()
    const { code, stdout, stderr } = await runProcess(["audit", "verify"], env())
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toMatch(new RegExp(`^${server().workspaceId} {2}intact: 2 events, end \\S{44}$`, "m"))
    expect(stdout).toContain(`${other.workspaceId}  intact: 7 events, end ${other.at(6).hash}\n`)
    expect(stdout).toEndWith("Checked 2 workspaces with 9 intact events: all intact.\n")
  })

  test("looks at one workspace when told to", async () => {
    const one = await verify("--workspace", server().workspaceId)
    expect(one.code).toBe(0)
    expect(one.stdout).toEndWith("Checked 1 workspace with 2 intact events: all intact.\n")
    const none = await verify("--workspace", "ws_unknown")
    expect(none).toEqual({ code: 1, stdout: "", stderr: "The database has no workspace ws_unknown.\n" })
  })

  test("succeeds while a service records events", async () => {
    const { rootKey, workspaceId } = await recordedWorkspace()
    let isDone = false
    const recording = (async () => {
      for (let count = 0; !isDone; count++)
        await server().ok("apis.createApi", { name: `Api ${count}` }, { key: rootKey })
    })()
    for (let round = 0; round < 10; round++) {
      const { code, stdout } = await verify("--workspace", workspaceId)
      expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("all intact") })
    }
    isDone = true
    await recording
  })

  test("follows the chain of a deleted workspace too", async () => {
    const { workspaceId, at, place } = await recordedWorkspace()
    const options = { key: server().operatorKey }
    await server().ok("workspaces.disableWorkspace", { workspaceId, reason: "account_closure" }, options)
    await server().ok("workspaces.deleteWorkspace", { workspaceId }, options)
    expect((await verify("--workspace", workspaceId)).stdout).toContain("intact: 9 events")
    await overwrite(at(0), { time: 5 })
    expect((await verify("--workspace", workspaceId)).stdout).toContain(`BROKEN at ${place(0)}`)
  })

  test("tells the intact workspaces from the broken ones", async () => {
    const chain = await recordedWorkspace()
    await overwrite(chain.at(6), { time: 5 })
    const { code, stdout } = await verify()
    expect(code).toBe(1)
    expect(stdout).toContain(`${chain.workspaceId}  BROKEN at ${chain.place(6)}`)
    expect(stdout).toContain(`Intact before that: 6 events, the last of them ${chain.at(5).id}`)
    expect(stdout).toContain(`${server().workspaceId}  intact: 2 events`)
  })
})

test("says so where there is no database, and makes none", async () => {
  const folder = temporaryFolder()
  const data = join(folder.path, "none")
  const { code, stderr } = await runHere(["audit", "verify", "--data", data])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `There is no database in ${data}. Name its folder with --data or KEYWARD_DATA_DIR.\n`,
  })
  expect(existsSync(data)).toBe(false)
  folder.remove()
})

test("asks for a migration first where the schema is not current", async () => {
  const database = await createDatabase()
  const { code, stderr } = await runHere(["audit", "verify"], { env: { KEYWARD_DATABASE_URL: database.url } })
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: "The schema of the database is not current. Run `keyward migrate` first.\n",
  })
  await database.drop()
})
