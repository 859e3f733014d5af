import { Database } from "bun:sqlite"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { SQL } from "bun"
import { runHere, runProcess } from "../../../test/cli.ts"
import { type EngineName, engines, startKeyward, type TestServer } from "../../../test/harness.ts"
import { createDatabase } from "../../../test/services/postgres.ts"
import { temporaryFolder } from "../../../test/services/temporary-folder.ts"
import { chainHash } from "../../core/event-chain.ts"
import { sha256 } from "../../secrets/hash.ts"

type Row = Readonly<Record<string, string | number | null>>

/** Straight into the database, past the service. */
async function query(engine: EngineName, storage: string, statement: string): Promise<readonly Row[]> {
  if (engine === "postgres") {
    await using sql = new SQL(storage, { max: 1 })
    return [...(await sql.unsafe(statement))]
  }
  const file = new Database(join(storage, "keyward.db"))
  file.run("pragma busy_timeout = 5000")
  try {
    return file.query<Row, []>(statement).all()
  } finally {
    file.close()
  }
}

const literal = (value: string | number | null | undefined) =>
  value === null || value === undefined ? "null" : `'${String(value).replaceAll("'", "''")}'`

describe.each([...engines])("audit verify on %s", (engine) => {
  let server: TestServer
  let env: Record<string, string>

  beforeAll(async () => {
    server = await startKeyward({ engine })
    env = { [engine === "sqlite" ? "KEYWARD_DATA_DIR" : "KEYWARD_DATABASE_URL"]: server.storage }
  })

  afterAll(() => server.stop())

  const verify = (...args: readonly string[]) => runHere(["audit", "verify", ...args], { env })
  const run = (statement: string) => query(engine, server.storage, statement)

  /** A workspace with seven events, and these as they are stored. */
  async function recordedWorkspace() {
    const workspace = await server.createWorkspace()
    for (const name of ["One", "Two", "Three", "Four", "Five"]) {
      await server.ok("apis.createApi", { name }, { key: workspace.rootKey })
    }
    const { workspaceId } = workspace
    const rows = await run(`select * from events where workspace_id = '${workspaceId}' order by sequence`)
    expect(rows).toHaveLength(7)
    const at = (index: number): Row => rows[index] ?? {}
    const place = (index: number) => `event ${at(index).id} (sequence ${at(index).sequence})`
    return { ...workspace, at, place }
  }

  type Recorded = Awaited<ReturnType<typeof recordedWorkspace>>

  async function remove({ id, sequence }: Row): Promise<void> {
    await run(`delete from event_resources where sequence = ${sequence}`)
    await run(`delete from events where id = ${literal(id)}`)
  }

  async function overwrite({ sequence }: Row, columns: Row): Promise<void> {
    const written = Object.entries(columns).filter(([column]) => column !== "sequence")
    const assignments = written.map(([column, value]) => `${column} = ${literal(value)}`).join(", ")
    await run(`update events set ${assignments} where sequence = ${sequence}`)
  }

  /** The columns of an event that says this in the place of another, with hashes that fit. */
  function forged(row: Row, time: number, previousHash: string): Row {
    const event = {
      id: String(row.id),
      type: "api.created" as const,
      time,
      actor: { type: "root_key" as const, id: String(row.actor_id) },
      workspaceId: String(row.workspace_id),
      resources: JSON.parse(String(row.resources)),
      requestId: row.request_id === null ? null : String(row.request_id),
      changes: JSON.parse(String(row.changes)),
      chainVersion: row.chain_version === null ? null : Number(row.chain_version),
    }
    return { ...row, time, previous_hash: previousHash, hash: chainHash(sha256, previousHash, event) }
  }

  const setEnd = ({ workspaceId }: Recorded, columns: string) =>
    run(`update event_chains set ${columns} where workspace_id = '${workspaceId}'`)

  test("finds every chain of a running service intact", async () => {
    const other = await recordedWorkspace()
    const { code, stdout, stderr } = await runProcess(["audit", "verify"], env)
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toMatch(new RegExp(`^${server.workspaceId} {2}intact: 2 events, end \\S{44}$`, "m"))
    expect(stdout).toContain(`${other.workspaceId}  intact: 7 events, end ${other.at(6).hash}\n`)
    expect(stdout).toEndWith("Checked 2 workspaces with 9 intact events: all intact.\n")
  })

  test("looks at one workspace when told to", async () => {
    const one = await verify("--workspace", server.workspaceId)
    expect(one.code).toBe(0)
    expect(one.stdout).toEndWith("Checked 1 workspace with 2 intact events: all intact.\n")
    const none = await verify("--workspace", "ws_unknown")
    expect(none).toEqual({ code: 1, stdout: "", stderr: "The database has no workspace ws_unknown.\n" })
  })

  test("is not confused by what a service records meanwhile", async () => {
    const { rootKey, workspaceId } = await recordedWorkspace()
    let isDone = false
    const recording = (async () => {
      for (let count = 0; !isDone; count++)
        await server.ok("apis.createApi", { name: `Api ${count}` }, { key: rootKey })
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
    const options = { key: server.operatorKey }
    await server.ok("workspaces.disableWorkspace", { workspaceId, reason: "account_closure" }, options)
    await server.ok("workspaces.deleteWorkspace", { workspaceId }, options)
    expect((await verify("--workspace", workspaceId)).stdout).toContain("intact: 9 events")
    await overwrite(at(0), { time: 5 })
    expect((await verify("--workspace", workspaceId)).stdout).toContain(`BROKEN at ${place(0)}`)
  })

  const misplaced = "it does not follow the event before it. An event was removed, inserted, replaced or moved."

  test.each<[string, (chain: Recorded) => Promise<unknown>, (chain: Recorded) => string]>([
    [
      "an altered event",
      ({ at }) => overwrite(at(3), { changes: '{"before":null,"after":{"name":"Forged"}}' }),
      ({ place }) => `at ${place(3)}: its content was changed.`,
    ],
    [
      "an event whose author was altered",
      ({ at }) => overwrite(at(4), { actor_id: "rk_somebody_else" }),
      ({ place }) => `at ${place(4)}: its content was changed.`,
    ],
    [
      "an event that is no JSON any more",
      ({ at }) => overwrite(at(2), { changes: "{", resources: "" }),
      ({ place }) => `at ${place(2)}: its content was changed.`,
    ],
    [
      "an event with a number that no event can hold",
      ({ at }) => overwrite(at(2), { changes: '{"before":null,"after":{"name":1e400}}' }),
      ({ place }) => `at ${place(2)}: its content was changed.`,
    ],
    [
      "an event passed off as one of the first form",
      ({ at }) => overwrite(at(3), { chain_version: null }),
      ({ place }) => `at ${place(3)}: its content was changed.`,
    ],
    [
      "an event passed off as one of a form that there is not",
      ({ at }) => overwrite(at(3), { ...forged({ ...at(3), chain_version: 3 }, 5, String(at(3).previous_hash)) }),
      ({ place }) => `at ${place(3)}: its content was changed.`,
    ],
    [
      "an event replaced together with its hash",
      ({ at }) => overwrite(at(3), forged(at(3), 5, String(at(3).previous_hash))),
      ({ place }) => `at ${place(4)}: ${misplaced}`,
    ],
    ["an event removed at the beginning", ({ at }) => remove(at(0)), ({ place }) => `at ${place(1)}: ${misplaced}`],
    ["an event removed in the middle", ({ at }) => remove(at(3)), ({ place }) => `at ${place(4)}: ${misplaced}`],
    [
      "events that changed places",
      async ({ at }) => {
        await overwrite(at(3), { id: "evt_for_a_moment" })
        await overwrite(at(4), at(3))
        await overwrite(at(3), at(4))
      },
      ({ at }) => `at event ${at(4).id} (sequence ${at(3).sequence}): ${misplaced}`,
    ],
    ["a removed end", ({ at }) => remove(at(6)), () => "at its end: 1 of 7 events missing."],
    [
      "a removed end whose record was shortened",
      async (chain) => {
        await remove(chain.at(6))
        await setEnd(chain, "length = 6")
      },
      () => "at its end: the last event is not the one that was recorded.",
    ],
    [
      "an event added at the end",
      async ({ at }) => {
        const { sequence, ...row } = forged({ ...at(6), id: "evt_forged" }, 5, String(at(6).hash))
        await run(`insert into events (${Object.keys(row)}) values (${Object.values(row).map(literal)})`)
        await run(
          `insert into event_resources (resource_id, sequence) select resource_id, (select sequence from events where id = 'evt_forged') from event_resources where sequence = ${sequence}`,
        )
      },
      () => "at its end: only 7 events were recorded.",
    ],
    [
      "a changed record of the end",
      (chain) => setEnd(chain, "hash = 'AAAA'"),
      () => "at its end: the last event is not the one that was recorded.",
    ],
    [
      "a lengthened record of the end",
      (chain) => setEnd(chain, "length = 9"),
      () => "at its end: 2 of 9 events missing.",
    ],
    [
      "a workspace without events",
      async (chain) => {
        for (const index of [0, 1, 2, 3, 4, 5, 6]) await remove(chain.at(index))
        await setEnd(chain, "length = 0, hash = ''")
      },
      () => "at its beginning: the workspace has no events.",
    ],
    [
      "a chain that begins with something else",
      async ({ at }) => {
        await remove(at(0))
        await overwrite(at(1), { ...forged(at(1), 5, ""), type: "api.created", actor_type: "root_key" })
      },
      ({ place }) => `at ${place(1)}: the first event must be workspace.created`,
    ],
    [
      "an event that is not found by its object any more",
      ({ at }) => run(`delete from event_resources where sequence = ${at(3).sequence}`),
      ({ place }) => `at ${place(3)}: the table event_resources does not list its objects.`,
    ],
    [
      "an event that is found by another object too",
      ({ at }) => run(`insert into event_resources (resource_id, sequence) values ('key_x', ${at(3).sequence})`),
      ({ place }) => `at ${place(3)}: the table event_resources does not list its objects.`,
    ],
    [
      "a removed record of the end",
      ({ workspaceId }) => run(`delete from event_chains where workspace_id = '${workspaceId}'`),
      () => "at its end: the record of the end was removed.",
    ],
  ])("notices %s", async (_, tamper, message) => {
    const chain = await recordedWorkspace()
    await tamper(chain)
    const { code, stdout, stderr } = await verify("--workspace", chain.workspaceId)
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" })
    const [first, last] = stdout.trim().split("\n")
    expect(first).toStartWith(`${chain.workspaceId}  BROKEN ${message(chain)}`)
    expect(last).toMatch(/^Checked 1 workspace with \d+ intact events?: 1 BROKEN\.$/)
  })

  describe("a line that was kept", () => {
    const lineOf = (stdout: string, workspaceId: string) =>
      stdout.split("\n").find((line) => line.startsWith(`${workspaceId}:`)) ?? ""

    async function keptLine({ workspaceId }: Recorded): Promise<string> {
      const { stdout } = await verify("--workspace", workspaceId)
      const line = lineOf(stdout, workspaceId)
      expect(line).toMatch(/^ws_\w{22}:7:[\w+/]{43}=$/)
      return line
    }

    /** As somebody does it who leaves no contradiction in the database. */
    async function cutTail(chain: Recorded, index: number): Promise<void> {
      for (let at = index; at < 7; at += 1) await remove(chain.at(at))
      await setEnd(chain, `length = ${index}, hash = ${literal(chain.at(index - 1).hash)}`)
    }

    test("shows that the last events were removed together with the record of them", async () => {
      const chain = await recordedWorkspace()
      const line = await keptLine(chain)
      expect((await verify("--workspace", chain.workspaceId, "--expect", line)).code).toBe(0)
      await server.ok("apis.createApi", { name: "Later" }, { key: chain.rootKey })
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

  test("tells the intact workspaces from the broken ones", async () => {
    const chain = await recordedWorkspace()
    await overwrite(chain.at(6), { time: 5 })
    const { code, stdout } = await verify()
    expect(code).toBe(1)
    expect(stdout).toContain(`${chain.workspaceId}  BROKEN at ${chain.place(6)}`)
    expect(stdout).toContain(`Intact before that: 6 events, the last of them ${chain.at(5).id}`)
    expect(stdout).toContain(`${server.workspaceId}  intact: 2 events`)
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
