import { describe, expect, test } from "bun:test"
import { engines } from "../../../test/harness/harness.ts"
import { addPerson } from "../../../test/people/person.ts"
import { serveChains } from "../../../test/storage/audit-chains.ts"

describe.each([...engines])("audit verify of the installation on %s", (engine) => {
  const { overwrite, remove, run, server, setEnd, verify } = serveChains(engine)
  const events = () => run("select * from events where workspace_id = 'installation' order by sequence")

  test("says nothing while there is no user", async () => {
    expect((await verify()).stdout).toEndWith("Checked 1 workspace with 2 intact events: all intact.\n")
    const { code, stdout } = await verify("--workspace", "installation")
    expect({ code, stdout }).toEqual({ code: 0, stdout: "Checked 0 workspaces with 0 intact events: all intact.\n" })
  })

  test("checks users and sessions, and takes its own line back", async () => {
    await addPerson(server(), { ...server(), role: "viewer" })
    const { code, stdout } = await verify()
    expect(code).toBe(0)
    expect(stdout).toMatch(/^installation {2}intact: 2 events, end \S{44}$/m)
    expect(stdout).toMatch(/^Checked 1 workspace and the installation with \d+ intact events: all intact\.$/m)
    const [line = ""] = /^installation:2:.*$/m.exec(stdout) ?? []
    expect((await verify("--expect", line)).code).toBe(0)
  })

  test("finds an event that names another user, and one that was removed", async () => {
    const [created, session] = await events()
    if (created === undefined || session === undefined) throw new Error("There are two events.")
    await overwrite(session, { actor_name: "Mallory" })
    const altered = await verify()
    expect([altered.code, altered.stdout]).toEqual([
      1,
      expect.stringContaining(
        `installation  BROKEN at event ${session.id} (sequence ${session.sequence}): its content was changed.`,
      ),
    ])
    await overwrite(session, { actor_name: session.actor_name ?? null })
    expect((await verify()).code).toBe(0)
    await remove(session)
    expect((await verify()).stdout).toContain("installation  BROKEN at its end: 1 of 2 events missing.")
    await remove(created)
    await setEnd({ workspaceId: "installation" }, "length = 0, hash = ''")
    expect((await verify()).code).toBe(0)
  })
})
