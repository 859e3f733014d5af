import { Database } from "bun:sqlite"
import { describe, expect, test } from "bun:test"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { SQL } from "bun"
import { runHere } from "../../../test/cli/cli.ts"
import { failure } from "../../../test/cli/failure.ts"
import { createDatabase } from "../../../test/services/postgres.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { queryDatabase } from "../../../test/storage/database.ts"
import {
  addManyRows,
  copy,
  createInstallation,
  duplicate,
  interruptedCopy,
  serve,
  stop,
} from "../../../test/transfer/copied-installation.ts"

const { newPath: newFolder, path } = testFolder()
const [installation, other] = await Promise.all([createInstallation(newFolder()), createInstallation(newFolder())])

describe("a copy is refused", () => {
  async function refusal(from: string, to: string): Promise<string> {
    const { code, stdout, stderr } = await copy(from, to)
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    return stderr
  }

  test("while the source is served", async () => {
    const { data } = duplicate(installation, newFolder())
    const { url } = await createDatabase()
    const onFolder = await serve(data)
    expect(await refusal(data, newFolder())).toContain(`Another Keyward is running on the folder ${data}.`)
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
        "It already contains data. Name an empty database or folder",
      )
      const rows = await queryDatabase({ storage: target }, "select id from workspaces where deleted_at is null")
      expect(rows.map(({ id }) => id)).toContain(other.world.workspaceId)
      expect(rows).toHaveLength(2)
    }
  })

  test("to a place that has the unfinished copy of another installation", async () => {
    const { data } = duplicate(other, newFolder())
    addManyRows(data, 40_000)
    const target = await interruptedCopy(data, newFolder, [300])
    expect(await refusal(installation.data, target)).toContain("the unfinished copy of another installation")
  })

  test("to itself, from nothing, from what is no database, to a file, and to a server that is not there", async () => {
    const { data } = installation
    expect(await refusal(data, `${data}/.`)).toContain("cannot be copied to itself")
    const nothing = newFolder()
    expect(await refusal(nothing, newFolder())).toContain(`There is no database in ${nothing}.`)
    expect(existsSync(nothing)).toBe(false)
    const text = join(path, "notes.txt")
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
    expect(await refusal(data, newFolder())).toContain("no server has run on it yet")
  })

  test.each([
    [["--from", "a"], "--to is missing"],
    [["--to", "a"], "--from is missing"],
    [["--from", "env:NOT_SET", "--to", "a"], "The environment variable NOT_SET is not set."],
    [["--form", "a"], "Did you mean --from?"],
  ])("on the command line %p", async (args, message) => {
    expect(await runHere(["copy", ...args])).toEqual(failure(2, message))
  })
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
