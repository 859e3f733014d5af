import { afterAll, describe, expect, test } from "bun:test"
import { runHere } from "../../../test/cli/cli.ts"
import { engines, startKeyward } from "../../../test/harness/harness.ts"
import { createDatabase } from "../../../test/services/postgres.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { queryDatabase, settingOf } from "../../../test/storage/database.ts"
import { linesIn, writeLines } from "../../../test/transfer/export-file.ts"
import { keyLinkGrants } from "../../core/key-link-grants.ts"

const { newPath } = testFolder()
const run = (args: readonly string[], storage: string) => runHere(args, { env: settingOf(storage) })

const four = Object.values(keyLinkGrants)
const creating = ["api.*.create_key", "event.*.read_event"]
const gained = [...creating, ...four].sort()
const source = await startKeyward({ engine: "sqlite" })
await source.createRootKey(creating)
await source.createRootKey(["api.*.read_key"])
const file = newPath()
expect((await run(["export", file, "--workspace", source.workspaceId], source.storage)).code).toBe(0)
afterAll(() => source.stop())

/** The same workspace as an earlier version wrote it, which did not ask for the four grants. */
function writtenIn(version: number): string {
  const path = newPath()
  writeLines(
    path,
    linesIn(file).map((line) => (line.kind === "header" ? { ...line, version } : line)),
  )
  return path
}

describe.each(engines)("root keys that are imported on %s", (engine) => {
  const newInstallation = async () => {
    const storage = engine === "sqlite" ? newPath() : (await createDatabase()).url
    expect((await run(["migrate"], storage)).code).toBe(0)
    return storage
  }
  const expectImport = async (path: string, storage: string, stdout: string) =>
    expect(await run(["import", path], storage)).toMatchObject({ code: 0, stdout: expect.stringContaining(stdout) })
  const grantsIn = async (storage: string) =>
    (await queryDatabase({ storage }, "select permissions from root_keys order by id")).map(({ permissions }) =>
      JSON.parse(String(permissions)),
    )

  test("from a file of this version have the grants of the file", async () => {
    const storage = await newInstallation()
    await expectImport(file, storage, "3 root keys")
    expect(await grantsIn(storage)).toEqual([["*"], creating, ["api.*.read_key"]])
  })

  test.each([1, 2])(
    "from a file of version %d gain what they had in effect, and a second import finds them there",
    async (version) => {
      const storage = await newInstallation()
      const old = writtenIn(version)
      await expectImport(old, storage, "3 root keys")
      expect(await grantsIn(storage)).toEqual([["*"], gained, ["api.*.read_key"]])
      await expectImport(old, storage, "Imported: nothing.")
    },
  )

  test("are the same as those that the upgrade has changed", async () => {
    const storage = await newInstallation()
    await expectImport(file, storage, "3 root keys")
    await queryDatabase({ storage }, "delete from schema_migrations where name = '0022-key-link-rights'")
    expect(await run(["migrate"], storage)).toMatchObject({ code: 0, stdout: expect.stringContaining("0022") })
    expect(await grantsIn(storage)).toEqual([["*"], gained, ["api.*.read_key"]])
    await expectImport(writtenIn(2), storage, "Imported: nothing.")
    expect((await run(["audit", "verify"], storage)).code).toBe(0)
  })
})
