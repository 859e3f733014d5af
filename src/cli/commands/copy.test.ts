import { Database } from "bun:sqlite"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { SQL } from "bun"
import { type Ran, runHere, runProcess, type ServedCli, startCli, startServe } from "../../../test/cli.ts"
import { queryDatabase } from "../../../test/database.ts"
import type { TestServer } from "../../../test/harness.ts"
import { createDatabase } from "../../../test/services/postgres.ts"
import { temporaryFolder } from "../../../test/services/temporary-folder.ts"
import { createWorld, type World } from "../../../test/world.ts"

const folder = temporaryFolder()
afterAll(() => folder.remove())

const newFolder = () => join(folder.path, crypto.randomUUID())
const encryptionKey = randomBytes(32).toString("base64")

/** The service on a folder or a Postgres, in a process of its own. */
function serve(storage: string): Promise<ServedCli> {
  const place = storage.startsWith("postgres") ? "KEYWARD_DATABASE_URL" : "KEYWARD_DATA_DIR"
  return startServe([], { [place]: storage, KEYWARD_ENCRYPTION_KEY: encryptionKey })
}

async function stop(served: ServedCli): Promise<void> {
  served.kill("SIGTERM")
  expect((await served.exit).code).toBe(0)
}

async function call(served: ServedCli, operation: string, body: unknown, key: string, headers = {}) {
  return fetch(`${served.url}/v2/${operation}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  })
}

async function ok(served: ServedCli, operation: string, body: unknown, key: string) {
  const answer = await call(served, operation, body, key)
  if (answer.status !== 200) throw new Error(`${operation} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()).data
}

interface Installation {
  readonly data: string
  readonly operatorKey: string
  readonly world: World
}

/** Served once, with one object of every kind, and stopped. */
async function createInstallation(): Promise<Installation> {
  const data = newFolder()
  const served = await serve(data)
  const [, operatorKey = ""] = served.stdout().match(/Operator key {2}(\S+)/) ?? []
  const using: Pick<TestServer, "createWorkspace" | "ok"> = {
    createWorkspace: (name = "Test") => ok(served, "workspaces.createWorkspace", { name }, operatorKey),
    ok: (operation, body, options) => ok(served, operation, body, options?.key ?? operatorKey),
  }
  const world = await createWorld(using)
  expect(await ok(served, "keys.verifyKey", { key: world.key, tags: ["a=b"] }, world.rootKey)).toMatchObject({
    credits: 9,
  })
  await stop(served)
  return { data, operatorKey, world }
}

const copy = (from: string, to: string, ...flags: string[]): Promise<Ran> =>
  runHere(["copy", "--from", from, "--to", to, ...flags])

/** Rows that nobody refers to are as good as any for having many. */
function addManyRows(data: string, count: number): void {
  const file = new Database(join(data, "keyward.db"))
  file.run(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into verifications select 'key_' || n, n, 'VALID', 'h', '[]', n from numbers`)
  file.close()
}

let installation: Installation
let other: Installation

beforeAll(async () => {
  ;[installation, other] = await Promise.all([createInstallation(), createInstallation()])
})

/** The same installation in a folder of its own. */
function duplicate({ data, ...rest }: Installation): Installation {
  const copied = newFolder()
  cpSync(data, copied, { recursive: true })
  return { ...rest, data: copied }
}

describe("a copy", () => {
  test("from SQLite to PostgreSQL and back is the same installation in every row", async () => {
    const { data } = installation
    const { url } = await createDatabase()
    const there = await copy(data, url)
    expect(there.code, there.stderr).toBe(0)
    expect(there.stdout).toMatch(/^ {2}keys +1 [0-9a-f]{16} {2}equal$/m)
    expect(there.stdout).toMatch(/\d+ rows copied and verified\.\n2 event chains with \d+ intact events checked\.\n/)
    expect(there.stdout).not.toContain(new URL(url).password)
    const again = newFolder()
    const back = await copy(url, again)
    expect(back.code, back.stderr).toBe(0)
    const places = [{ KEYWARD_DATA_DIR: data }, { KEYWARD_DATABASE_URL: url }, { KEYWARD_DATA_DIR: again }]
    const [original, ...copies] = await Promise.all(places.map((env) => runHere(["audit", "verify"], { env })))
    expect(original).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("all intact.") })
    for (const copied of copies) expect<unknown>(copied).toEqual(original)
    expect(tablesIn(back.stdout)).toEqual(tablesIn(there.stdout))
    expect(tablesIn(there.stdout).length).toBeGreaterThan(20)
  })

  test("is served as the original was: keys, credits, secrets, kept answers, events", async () => {
    const { data, operatorKey, world } = duplicate(installation)
    const original = await serve(data)
    const repeated = { "Idempotency-Key": "create-once" }
    const creation = { apiId: world.apiId, recoverable: true }
    const created = await (await call(original, "keys.createKey", creation, world.rootKey, repeated)).json()
    const eventsBefore = await ok(original, "events.listEvents", {}, world.rootKey)
    await stop(original)
    const { url } = await createDatabase()
    const { code, stdout } = await copy(data, url)
    expect(code).toBe(0)
    expect(stdout).toContain("To show 1 recoverable key, use the same KEYWARD_ENCRYPTION_KEY.")

    const copied = await serve(url)
    expect(await ok(copied, "events.listEvents", {}, world.rootKey)).toEqual(eventsBefore)
    expect(await ok(copied, "keys.verifyKey", { key: world.key }, world.rootKey)).toMatchObject({
      code: "VALID",
      credits: 8,
    })
    const shown = await ok(copied, "keys.getKey", { keyId: created.data.keyId, decrypt: true }, world.rootKey)
    expect(shown.plaintext).toBe(created.data.key)
    const replay = await call(copied, "keys.createKey", creation, world.rootKey, repeated)
    expect(await replay.json()).toMatchObject({ data: created.data })
    await ok(copied, "workspaces.createWorkspace", { name: "Another" }, operatorKey)
    await ok(copied, "apis.createApi", { name: "Another" }, world.rootKey)
    await stop(copied)
    const audit = await runHere(["audit", "verify"], { env: { KEYWARD_DATABASE_URL: url } })
    expect(audit.stdout).toMatch(/all intact\.\n$/)
  })

  test("of a backup may be made while the original is served", async () => {
    const { data } = duplicate(installation)
    const served = await serve(data)
    const backup = join(folder.path, "rehearsal.db")
    expect((await runHere(["backup", backup, "--data", data])).code).toBe(0)
    const before = readFileSync(backup)
    const target = newFolder()
    const { code, stdout } = await copy(backup, target)
    expect(code).toBe(0)
    expect(stdout).toContain(`To serve the copy: keyward serve --data ${target}`)
    expect(readFileSync(backup).equals(before)).toBe(true)
    await stop(served)
  })

  test.each(["PostgreSQL", "SQLite"])(
    "to %s goes on after it was killed, and misses nothing",
    async (engine) => {
      const { data } = duplicate(installation)
      addManyRows(data, 30_000)
      const target = engine === "SQLite" ? newFolder() : (await createDatabase()).url
      for (let kill = 0; kill < 3; kill++) {
        const child = startCli(["copy", "--from", data, "--to", target])
        await untilCopied(target, 500 + kill * 2_000)
        child.kill("SIGKILL")
        await child.exit
      }
      const early = await runProcess(["serve", "--port", "0"], placeVariable(target))
      expect(early.code).toBe(1)
      expect(early.stderr).toContain("A copy into this database is not finished.")
      await expectRefusedEverywhere(target)
      const { code, stdout, stderr } = await runProcess(["copy", "--from", data, "--to", target])
      expect(code, stderr).toBe(0)
      const [, resumed = "0"] = stdout.match(/verified, ([\d,]+) rows of them by an earlier run\./) ?? []
      expect(Number(resumed.replaceAll(",", ""))).toBeGreaterThan(4_500)
      expect(stdout).toMatch(/^ {2}verifications +30,001 [0-9a-f]{16} {2}equal$/m)
    },
    90_000,
  )

  test("of a source that was served in between is not called true, and can be begun anew", async () => {
    const { data, world } = duplicate(installation)
    addManyRows(data, 40_000)
    const target = newFolder()
    const child = startCli(["copy", "--from", data, "--to", target])
    await untilCopied(target, 400)
    child.kill("SIGKILL")
    await child.exit
    const served = await serve(data)
    await ok(served, "keys.updateKey", { keyId: world.keyId, name: "Changed meanwhile" }, world.rootKey)
    await stop(served)
    const { code, stdout, stderr } = await copy(data, target)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^ {2}keys +1 [0-9a-f]{16} {2}DIFFERENT in the target: 1 [0-9a-f]{16}$/m)
    expect(stderr).toContain("run the same command with --anew")
    expect((await runProcess(["serve", "--port", "0"], placeVariable(target))).code).toBe(1)
    expect((await copy(data, target, "--anew")).code).toBe(0)
  })
})

describe("a copy is refused", () => {
  async function refusal(from: string, to: string): Promise<string> {
    const { code, stdout, stderr } = await copy(from, to)
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    return stderr
  }

  test("while the source is served", async () => {
    const { data } = duplicate(installation)
    const { url } = await createDatabase()
    const onFolder = await serve(data)
    expect(await refusal(data, newFolder())).toContain(`Another Keyward runs on the folder ${data}.`)
    await stop(onFolder)
    expect((await copy(data, url)).code).toBe(0)
    const onPostgres = await serve(url)
    const stderr = await refusal(url, newFolder())
    expect(stderr).toContain("Stop every node first, so that the data does not change during the copy.")
    expect(stderr).not.toContain(new URL(url).password)
    await stop(onPostgres)
  })

  test("no more once the last connection of a node has ended, although that takes a moment", async () => {
    const { url } = await createDatabase()
    const leaving = new SQL(url, { max: 1, connection: { application_name: "keyward" } })
    await leaving`select 1`
    const copying = copy(installation.data, url)
    await untilFoundServed(url, copying)
    await leaving.close()
    const { code, stderr } = await copying
    expect(code, stderr).toBe(0)
  })

  test("to a place that has data of its own, which stays as it is", async () => {
    const { url } = await createDatabase()
    expect((await copy(other.data, url)).code).toBe(0)
    for (const target of [other.data, url]) {
      expect(await refusal(installation.data, target)).toContain(
        "It has data already. Name an empty database or folder",
      )
      const rows = await queryDatabase({ storage: target }, "select id from workspaces")
      expect(rows.map(({ id }) => id)).toContain(other.world.workspaceId)
      expect(rows).toHaveLength(2)
    }
  })

  test("to a place that has the unfinished copy of another installation", async () => {
    const { data } = duplicate(other)
    addManyRows(data, 40_000)
    const target = newFolder()
    const child = startCli(["copy", "--from", data, "--to", target])
    await untilCopied(target, 300)
    child.kill("SIGKILL")
    await child.exit
    expect(await refusal(installation.data, target)).toContain("the unfinished copy of another installation")
  })

  test("to itself, from nothing, from what is no database, to a file, and to a server that is not there", async () => {
    const { data } = installation
    expect(await refusal(data, `${data}/.`)).toContain("cannot be copied to itself")
    const nothing = newFolder()
    expect(await refusal(nothing, newFolder())).toContain(`There is no database in ${nothing}.`)
    expect(existsSync(nothing)).toBe(false)
    const text = join(folder.path, "notes.txt")
    writeFileSync(text, "these are notes and no database")
    expect(await refusal(text, newFolder())).toContain("file is not a database")
    expect(await refusal(data, text)).toContain("is a file. Name a folder, or a postgres:// address.")
    const away = await refusal(data, "postgres://u:secret@127.0.0.1:1/db")
    expect(away).toMatch(/^--to postgres:\/\/127\.0\.0\.1:1\/db: .*cannot be reached.*correct --to\.\n$/)
    expect(away).not.toContain("secret")
  })

  test("from a schema that is not current", async () => {
    const data = newFolder()
    mkdirSync(data)
    new Database(join(data, "keyward.db"), { create: true }).close()
    writeFileSync(join(data, "keyward.db"), "")
    expect(await refusal(data, newFolder())).toContain("Its schema is not current. Run `keyward migrate` on it first.")
    expect((await runHere(["migrate", "--data", data])).code).toBe(0)
    expect(await refusal(data, newFolder())).toContain("the service never ran on it")
  })

  test.each([
    [["--from", "a"], "--to is missing"],
    [["--to", "a"], "--from is missing"],
    [["--from", "env:NOT_SET", "--to", "a"], "The environment variable NOT_SET is not set."],
    [["--form", "a"], "Did you mean --from?"],
  ])("on the command line %p", async (args, message) => {
    const { code, stderr } = await runHere(["copy", ...args])
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})

test("an address can come from the environment", async () => {
  const { url } = await createDatabase()
  const args = ["copy", "--from", installation.data, "--to", "env:TARGET"]
  expect((await runHere(args, { env: { TARGET: url } })).code).toBe(0)
})

/** Until a copy has found the database served, or is over. */
async function untilFoundServed(url: string, copying: Promise<unknown>): Promise<void> {
  let isOver = false
  void copying.finally(() => {
    isOver = true
  })
  const asked = `select 1 from pg_stat_activity where datname = current_database() and state = 'idle'
    and application_name like 'keyward (%' and query like 'select count%'`
  while (!isOver && (await queryDatabase({ storage: url }, asked)).length === 0);
}

/** A half-copied installation is of no use to any command but the one that finishes it. */
async function expectRefusedEverywhere(storage: string): Promise<void> {
  const file = join(folder.path, `${crypto.randomUUID()}.out`)
  const csv = join(folder.path, `${crypto.randomUUID()}.csv`)
  writeFileSync(csv, "hash\n")
  const isEmbedded = !storage.startsWith("postgres")
  const commands = [
    ["migrate"],
    ["migrate", "--check"],
    ["audit", "verify"],
    ["export", file],
    ["import", "--from", "csv", csv, "--api", "api_any"],
    ["import", "--from", "csv", csv, "--api", "api_any", "--dry-run"],
    ["copy", "--from", storage, "--to", newFolder()],
    ...(isEmbedded ? [["backup", file]] : []),
  ]
  for (const args of commands) {
    const { code, stdout, stderr } = await runHere(args, { env: placeVariable(storage) })
    expect({ args, code, stdout, said: stderr.includes("A copy into this database is not finished.") }).toEqual({
      args,
      code: 1,
      stdout: "",
      said: true,
    })
  }
  expect(existsSync(file)).toBe(false)
}

function tablesIn(stdout: string): readonly string[] {
  return stdout.split("\n").filter((line) => line.endsWith("  equal"))
}

function placeVariable(storage: string): Record<string, string> {
  return { [storage.startsWith("postgres") ? "KEYWARD_DATABASE_URL" : "KEYWARD_DATA_DIR"]: storage }
}

/** Waits until the target says that so many rows are there. */
async function untilCopied(storage: string, count: number): Promise<void> {
  const deadline = Date.now() + 15_000
  while (Date.now() < deadline) {
    const rows = await queryDatabase({ storage }, "select copied from unfinished_copy").catch(() => [])
    if (Number(rows[0]?.copied ?? 0) >= count) return
    await Bun.sleep(5)
  }
  throw new Error(`There are no ${count} rows in the target.`)
}
