import { describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { SQL } from "bun"
import { runHere, runProcess, startServe } from "../../../test/cli/cli.ts"
import { failure } from "../../../test/cli/failure.ts"
import { type EngineName, engines } from "../../../test/harness/harness.ts"
import { createDatabase } from "../../../test/services/postgres.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { migrations } from "../../storage/sql/migrations/index.ts"

const folder = testFolder()

const names = migrations.map(({ name }) => name)
const lines = (prefix: string) => names.map((name) => `${prefix}: ${name}\n`).join("")

async function emptyDatabase(engine: EngineName): Promise<Record<string, string>> {
  if (engine === "postgres") return { KEYWARD_DATABASE_URL: (await createDatabase()).url }
  return { KEYWARD_DATA_DIR: folder.newPath() }
}

describe.each([...engines])("migrate on %s", (engine) => {
  test("names what is pending, applies it, and then has nothing to do", async () => {
    const env = await emptyDatabase(engine)
    const pending = await runHere(["migrate", "--check"], { env })
    expect(pending).toEqual({
      code: 1,
      stdout: `${lines("Pending")}Run \`keyward migrate\` to apply them.\n`,
      stderr: "",
    })
    const applied = await runProcess(["migrate"], env)
    expect(applied).toEqual({ code: 0, stdout: `${lines("Applied")}The schema is current.\n`, stderr: "" })
    for (const args of [["migrate", "--check"], ["migrate"]]) {
      expect(await runHere(args, { env })).toEqual({ code: 0, stdout: "The schema is current.\n", stderr: "" })
    }
  })

  test("done by several at once, does each step once", async () => {
    const env = await emptyDatabase(engine)
    const runs = await Promise.all([1, 2, 3].map(() => runProcess(["migrate"], env)))
    expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(3).fill({ code: 0, stderr: "" }))
    const applied = runs.flatMap(({ stdout }) => [...stdout.matchAll(/^Applied: (.+)$/gm)].map(([, name = ""]) => name))
    expect(applied.sort()).toEqual([...names].sort())
  })
})

test("a start on a new database logs no migration, and neither does the next", async () => {
  const data = folder.newPath()
  for (let start = 0; start < 2; start += 1) {
    const server = await startServe(["--data", data], { KEYWARD_LOG: "text" })
    server.kill("SIGTERM")
    await server.exit
    expect(server.stderr()).not.toContain("migration")
  }
})

test("a check creates nothing", async () => {
  const data = join(folder.path, "untouched")
  expect((await runHere(["migrate", "--check", "--data", data])).code).toBe(1)
  expect(existsSync(data)).toBe(false)
  const database = await createDatabase()
  expect((await runHere(["migrate", "--check"], { env: { KEYWARD_DATABASE_URL: database.url } })).code).toBe(1)
  await using sql = new SQL(database.url)
  expect(await sql`select tablename from pg_tables where schemaname = 'public'`).toHaveLength(0)
})

test("a database of a newer version is neither changed nor called current", async () => {
  const database = await createDatabase()
  const env = { KEYWARD_DATABASE_URL: database.url }
  expect((await runHere(["migrate"], { env })).code).toBe(0)
  await using sql = new SQL(database.url)
  await sql`insert into schema_migrations (name, applied_at) values ('9999-from-the-future', 0)`
  for (const args of [["migrate"], ["migrate", "--check"]]) {
    expect(await runHere(args, { env })).toEqual(failure(1, "newer version"))
  }
})
