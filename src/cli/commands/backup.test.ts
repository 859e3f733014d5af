import { Database } from "bun:sqlite"
import { beforeAll, describe, expect, test } from "bun:test"
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { programWords, runHere, runProcess, startServe } from "../../../test/cli/cli.ts"
import { failure } from "../../../test/cli/failure.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { createWorld } from "../../../test/harness/world.ts"
import { addPerson } from "../../../test/people/person.ts"
import { startProcess } from "../../../test/services/child-process.ts"
import { testFolder } from "../../../test/services/test-folder.ts"

const server = serveKeyward({ engine: "sqlite" })
const folder = testFolder()
let env: Record<string, string>
beforeAll(() => {
  env = { KEYWARD_DATA_DIR: server.storage }
})

const pathOf = (name: string) => join(folder.path, name)

/** A backup as the database of another installation. */
function restored(backup: string): string {
  const data = pathOf(crypto.randomUUID())
  mkdirSync(data)
  writeFileSync(join(data, "keyward.db"), readFileSync(backup))
  return data
}

describe("a backup", () => {
  test("contains everything that was answered before it began, while the service continues to write", async () => {
    const world = await createWorld(server)
    const made: string[] = []
    let isOver = false
    const writing = (async () => {
      while (!isOver) {
        const { apiId } = await server.ok("apis.createApi", { name: "Busy" }, { key: world.rootKey })
        made.push(apiId)
      }
    })()
    while (made.length < 20) await Bun.sleep(5)
    const before = [...made]
    const file = pathOf("busy.db")
    const { code, stdout, stderr } = await runProcess(["backup", file], env)
    isOver = true
    await writing
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(/busy\.db: [\d,]+ bytes, 2 workspaces, [\d,]+ events\.\n$/)
    expect(made.length).toBeGreaterThan(before.length)

    const data = restored(file)
    const audit = await runHere(["audit", "verify", "--data", data])
    expect(audit.stdout).toMatch(/all intact\.\n$/)
    const copy = new Database(join(data, "keyward.db"))
    const kept = copy.query<{ id: string }, []>("select id from apis").all()
    const ids = new Set(kept.map(({ id }) => id))
    expect(before.filter((id) => !ids.has(id))).toEqual([])
    copy.close()
  })

  test("is one file that only its owner may read, whatever replaces what", async () => {
    const file = pathOf("private.db")
    writeFileSync(file, "an old one", { mode: 0o644 })
    expect((await runHere(["backup", file, "--force"], { env })).code).toBe(0)
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600")
    expect(readdirSync(folder.path).filter((name) => name.startsWith("private.db"))).toEqual(["private.db"])
  })

  test("that was put in an empty folder is served, and every key in it works", async () => {
    const world = await createWorld(server)
    expect((await runHere(["backup", pathOf("served.db")], { env })).code).toBe(0)
    await server.ok("keys.deleteKey", { keyId: world.keyId }, { key: world.rootKey })
    const other = await startServe(["--data", restored(pathOf("served.db"))])
    const answer = await fetch(`${other.url}/v2/keys.verifyKey`, {
      method: "POST",
      headers: { Authorization: `Bearer ${world.rootKey}`, "Content-Type": "application/json" },
      body: JSON.stringify({ key: world.key }),
    })
    expect(await answer.json()).toMatchObject({ data: { code: "VALID", credits: 9 } })
    expect((await server.call("keys.verifyKey", { key: world.key }, { key: world.rootKey })).body.data.code).toBe(
      "NOT_FOUND",
    )
    other.kill("SIGTERM")
    expect((await other.exit).code).toBe(0)
  })

  test("removes what a killed one left behind, and leaves alone what another one is writing", async () => {
    const file = pathOf("again.db")
    const [dead, alive] = [`${file}.999999999.partial`, `${file}.${process.ppid}.partial`]
    for (const left of [dead, alive]) writeFileSync(left, "half")
    expect((await runHere(["backup", file], { env })).code).toBe(0)
    expect([dead, alive].map((left) => existsSync(left))).toEqual([false, true])
  })
})

describe("a backup is refused, and nothing is left,", () => {
  async function refusal(args: readonly string[], environment = env): Promise<string> {
    const before = readdirSync(folder.path)
    const { code, stdout, stderr } = await runHere(["backup", ...args], { env: environment })
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(readdirSync(folder.path)).toEqual(before)
    return stderr
  }

  test("where there is a file already", async () => {
    const file = pathOf("kept.db")
    writeFileSync(file, "precious")
    expect(await refusal([file])).toBe(`${file} already exists. Name another file, or replace it with --force.\n`)
    expect(readFileSync(file, "utf8")).toBe("precious")
  })

  test("where the file would be the database itself", async () => {
    const file = join(server.storage, "keyward.db")
    expect(await refusal([file, "--force"])).toBe(`${file} is the database itself. Name another file.\n`)
    expect((await server.request("/readyz")).status).toBe(200)
  })

  test("into a folder, with or without --force", async () => {
    for (const args of [[folder.path], [folder.path, "--force"]]) expect(await refusal(args)).toContain("is a folder")
  })

  test("into a folder that does not exist", async () => {
    expect(await refusal([pathOf("nowhere/backup.db")])).toContain("cannot be written: there is no such folder.")
  })

  test("where there is no database", async () => {
    const stderr = await refusal([pathOf("none.db")], { KEYWARD_DATA_DIR: pathOf("empty") })
    expect(stderr).toStartWith("There is no database in")
    expect(existsSync(pathOf("empty"))).toBe(false)
  })

  test("of an installation on PostgreSQL, naming the command to run, without the password", async () => {
    const stderr = await refusal([pathOf("with space.dump")], { KEYWARD_DATABASE_URL: "postgres://u:secret@h/db" })
    expect(stderr).toContain(
      `pg_dump --format=custom --no-owner --file='${pathOf("with space.dump")}' "$KEYWARD_DATABASE_URL"`,
    )
    expect(stderr).not.toContain("secret")
  })

  test("where there is no room for it", async () => {
    // A limit on the size of files acts as a disk that is full.
    const command = `ulimit -f 40; exec ${programWords} backup '${pathOf("full.db")}'`
    const before = readdirSync(folder.path)
    const child = startProcess({ command: ["sh", "-c", command], env })
    expect((await child.exit).code).toBe(1)
    expect(child.stderr()).toMatch(/^The backup \S+full\.db cannot be written: .+\. No file was left behind\.\n$/)
    expect(readdirSync(folder.path)).toEqual(before)
  })

  test("of a database that is damaged", async () => {
    await runHere(["backup", pathOf("sound.db")], { env })
    const data = restored(pathOf("sound.db"))
    const file = new Database(join(data, "keyward.db"))
    file.run("pragma foreign_keys = off")
    file.run("insert into key_usage (key_id, last_used_at) values ('key_of_nobody', 1)")
    file.close()
    const stderr = await refusal([pathOf("unsound.db")], { KEYWARD_DATA_DIR: data })
    expect(stderr).toMatch(/^The database is damaged: key_usage: .*Restore an earlier backup\.\n$/)
    chmodSync(join(data, "keyward.db"), 0o600)
    writeFileSync(join(data, "keyward.db"), "this is no database, but it is long enough to look at".repeat(100))
    expect(await refusal([pathOf("unsound.db")], { KEYWARD_DATA_DIR: data })).toContain("file is not a database")
  })

  test.each([
    [[], "Name the file to write"],
    [["a", "b"], 'Unexpected argument "b"'],
    [["a", "--froce"], "Did you mean --force?"],
  ])("on the command line %p", async (args, message) => {
    expect(await runHere(["backup", ...args], { env })).toEqual(failure(2, message))
  })
})

test("a backup counts workspaces as the audit does: the installation is none", async () => {
  await addPerson(server, { ...server, role: "viewer" })
  const file = pathOf("people.db")
  const { stdout } = await runHere(["backup", file], { env })
  const [counted = ""] = /\d+ workspaces? and the installation/.exec(stdout) ?? []
  expect(counted).not.toBe("")
  const audit = await runHere(["audit", "verify", "--data", restored(file)])
  expect(audit.stdout).toContain(`Checked ${counted} with `)
})

test("a broken event chain is backed up as it is, and said", async () => {
  await runHere(["backup", pathOf("whole.db")], { env })
  const data = restored(pathOf("whole.db"))
  const file = new Database(join(data, "keyward.db"))
  file.run(`update events set actor_id = 'nobody' where workspace_id = '${server.workspaceId}'`)
  file.close()
  const { code, stdout, stderr } = await runHere(["backup", pathOf("broken.db"), "--data", data])
  expect(code).toBe(1)
  expect(stdout).toContain("broken.db: ")
  expect(stderr).toContain(`The event chain of ${server.workspaceId} is broken`)
})
