import { afterAll, describe, expect, test } from "bun:test"
import { runHere } from "../../../test/cli/cli.ts"
import { engines, startKeyward } from "../../../test/harness/harness.ts"
import { createDatabase } from "../../../test/services/postgres.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { queryDatabase, settingOf } from "../../../test/storage/database.ts"

const { newPath } = testFolder()
const run = (args: readonly string[], storage: string) => runHere(args, { env: settingOf(storage) })

const creating = ["api.*.create_key", "event.*.read_event"]
const source = await startKeyward({ engine: "sqlite" })
await source.createRootKey(creating)
await source.createRootKey(["api.*.read_key"])
const file = newPath()
expect((await run(["export", file, "--workspace", source.workspaceId], source.storage)).code).toBe(0)
afterAll(() => source.stop())

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

  test("have the grants of the file", async () => {
    const storage = await newInstallation()
    await expectImport(file, storage, "3 root keys")
    expect(await grantsIn(storage)).toEqual([["*"], creating, ["api.*.read_key"]])
  })
})
