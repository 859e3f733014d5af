import { Database } from "bun:sqlite"
import { describe, expect, test } from "bun:test"
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { SQL } from "bun"
import { runHere, runProcess } from "../../../test/cli/cli.ts"
import { type EngineName, engines } from "../../../test/harness/harness.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { createDatabase } from "../../../test/services/postgres.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { settingOf } from "../../../test/storage/database.ts"

const { newPath } = testFolder()

interface EarlierDatabase {
  readonly env: Readonly<Record<string, string>>
  /** As `keyward copy` names it. */
  readonly place: string
  /** Everything that is stored. */
  content(): Promise<string>
}

const statements = (first: string) => [
  "create table schema_migrations (name text primary key, applied_at bigint not null)",
  `insert into schema_migrations values ('${first}', 1)`,
  "create table keys (id text primary key, hash text not null)",
  "insert into keys values ('key_1', 'a hash')",
]

async function earlierDatabase(engine: EngineName, first: string): Promise<EarlierDatabase> {
  if (engine === "sqlite") {
    const place = newPath()
    mkdirSync(place)
    const path = join(place, "keyward.db")
    const database = new Database(path)
    database.run("pragma journal_mode = wal")
    for (const statement of statements(first)) database.run(statement)
    database.close()
    return { env: { KEYWARD_DATA_DIR: place }, place, content: async () => readFileSync(path, "base64") }
  }
  const { url } = await createDatabase()
  await using sql = new SQL(url)
  for (const statement of statements(first)) await sql.unsafe(statement)
  return { env: { KEYWARD_DATABASE_URL: url }, place: url, content: () => contentAt(url) }
}

async function contentAt(url: string): Promise<string> {
  await using sql = new SQL(url)
  const tables =
    await sql`select tablename, pg_class.xmin::text as changed from pg_tables join pg_class on relname = tablename
    where schemaname = 'public' order by tablename`
  return JSON.stringify([tables, await sql`select * from schema_migrations`, await sql`select * from keys`])
}

const refusal = "This database was made before 0.1.0. Move it away and start with an empty one"

const server = serveKeyward({ engine: "sqlite" })

async function exportedFile(): Promise<string> {
  const path = newPath()
  const { code } = await runHere(["export", path, "--workspace", server.workspaceId], {
    env: settingOf(server.storage),
  })
  expect(code).toBe(0)
  return path
}

const maker = {
  "0001-foundation": "commit e7fa7fc4 still",
  "0100-foundation-00000000": "the commit that made it still",
}

describe.each([...engines])("a database of another foundation on %s", (engine) => {
  test.each(["0001-foundation", "0100-foundation-00000000"] as const)(
    "that begins with %s is refused by every command that opens it, and stays as it is",
    async (first) => {
      const { env, place, content } = await earlierDatabase(engine, first)
      const before = await content()
      const target = newPath()
      const commands = [
        ["migrate"],
        ["migrate", "--check"],
        ["doctor"],
        ["export", newPath(), "--workspace", "ws_1"],
        ["import", await exportedFile()],
        ["audit", "verify"],
        ["copy", "--from", place, "--to", target],
        ...(engine === "sqlite" ? [["backup", join(newPath(), "copy.db")]] : []),
      ]
      for (const args of commands) {
        const { code, stdout, stderr } = await runHere(args, { env })
        expect({ args, code, said: (stdout + stderr).includes(refusal) }).toEqual({ args, code: 1, said: true })
      }
      const served = await runProcess(["serve", "--port", "0"], {
        ...env,
        KEYWARD_OPERATOR_KEY: "operator-key-for-this-test",
      })
      expect(served.code).toBe(1)
      expect(served.stderr).toContain(`${refusal}; ${maker[first]} serves it`)
      expect(await content()).toBe(before)
    },
  )
})
