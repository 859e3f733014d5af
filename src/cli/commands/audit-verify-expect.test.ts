import { describe, expect, test } from "bun:test"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "../../../test/services/temporary-folder.ts"
import { literal, type Recorded, serveChains } from "../../../test/storage/audit-chains.ts"

describe("a line of audit verify that was kept", () => {
  const { forged, overwrite, recordedWorkspace, remove, run, server, setEnd, verify } = serveChains("sqlite")

  const lineOf = (stdout: string, workspaceId: string) =>
    stdout.split("\n").find((line) => line.startsWith(`${workspaceId}:`)) ?? ""

  async function keptLine({ workspaceId }: Recorded): Promise<string> {
    const { stdout } = await verify("--workspace", workspaceId)
    const line = lineOf(stdout, workspaceId)
    expect(line).toMatch(/^ws_\w{22}:7:[\w+/]{43}=$/)
    return line
  }

  /** Changes the chain so that the database has no contradiction. */
  async function cutTail(chain: Recorded, index: number): Promise<void> {
    for (let at = index; at < 7; at += 1) await remove(chain.at(at))
    await setEnd(chain, `length = ${index}, hash = ${literal(chain.at(index - 1).hash)}`)
  }

  test("shows that the last events were removed together with the record of them", async () => {
    const chain = await recordedWorkspace()
    const line = await keptLine(chain)
    expect((await verify("--workspace", chain.workspaceId, "--expect", line)).code).toBe(0)
    await server().ok("apis.createApi", { name: "Later" }, { key: chain.rootKey })
    expect((await verify("--workspace", chain.workspaceId, "--expect", line, "--expect", line)).code).toBe(0)
    await run(`delete from event_resources where sequence > ${chain.at(6).sequence}`)
    await run(`delete from events where sequence > ${chain.at(6).sequence}`)
    await cutTail(chain, 5)
    expect((await verify("--workspace", chain.workspaceId)).code).toBe(0)
    const { code, stdout } = await verify("--workspace", chain.workspaceId, "--expect", line)
    expect(code).toBe(1)
    expect(stdout).toContain(
      `${chain.workspaceId}  BROKEN before event 7: the chain does not contain the expected hash`,
    )
  })

  test("shows that events were replaced by others with fitting hashes, and that a workspace is gone", async () => {
    const chain = await recordedWorkspace()
    const line = await keptLine(chain)
    const written = forged(chain.at(6), 5, String(chain.at(6).previous_hash))
    await overwrite(chain.at(6), written)
    await setEnd(chain, `hash = ${literal(written.hash)}`)
    expect((await verify("--workspace", chain.workspaceId)).code).toBe(0)
    expect((await verify("--workspace", chain.workspaceId, "--expect", line)).stdout).toContain(
      `${chain.workspaceId}  BROKEN before event 7`,
    )
    const gone = line.replace(chain.workspaceId, "ws_1CAiZx1YPnJZtcPxTdBGPS")
    const { code, stdout } = await verify("--expect", gone, "--json")
    expect(code).toBe(1)
    const [found] = JSON.parse(stdout).workspaces.filter(
      (one: { workspaceId: string }) => one.workspaceId === "ws_1CAiZx1YPnJZtcPxTdBGPS",
    )
    expect(found).toMatchObject({ isIntact: false, intactEvents: 0 })
  })

  test("of another workspace than the one that is checked is not passed over in silence", async () => {
    const [chain, other] = [await recordedWorkspace(), await recordedWorkspace()]
    const [line, otherLine] = [await keptLine(chain), await keptLine(other)]
    await cutTail(other, 5)
    const given = ["--workspace", chain.workspaceId, "--expect", line, "--expect", otherLine]
    const { code, stdout, stderr } = await verify(...given)
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `Not checked: 1 line of other workspaces, because --workspace is ${chain.workspaceId}. Leave out --workspace to check every line.\n`,
    })
    expect(stdout).toEndWith("Checked 1 workspace with 7 intact events: all intact.\n")
    const asJson = await verify(...given, "--expect", otherLine, "--json")
    expect(asJson.stderr).toStartWith("Not checked: 2 lines of other workspaces")
    expect(JSON.parse(asJson.stdout).workspaces).toHaveLength(1)
    expect((await verify("--workspace", chain.workspaceId, "--expect", line)).stderr).toBe("")
  })

  test("may come from a file, which may be the whole output of an earlier run", async () => {
    const folder = temporaryFolder()
    const file = join(folder.path, "kept.txt")
    const chain = await recordedWorkspace()
    writeFileSync(file, (await verify("--workspace", chain.workspaceId)).stdout)
    expect((await verify("--workspace", chain.workspaceId, "--expect-file", file)).code).toBe(0)
    await cutTail(chain, 6)
    expect((await verify("--workspace", chain.workspaceId, "--expect-file", file)).code).toBe(1)
    writeFileSync(file, "nothing\n")
    for (const wrong of [
      ["--expect-file", file],
      ["--expect-file", join(folder.path, "none")],
      ["--expect", "ws_1:7"],
      ["--expect", ""],
    ]) {
      expect(await verify(...wrong)).toMatchObject({ code: 2, stdout: "" })
    }
    folder.remove()
  })
})
