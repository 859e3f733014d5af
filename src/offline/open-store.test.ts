import { describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { engines, startKeyward } from "../../test/harness/harness.ts"
import { rejection } from "../../test/harness/rejection.ts"
import { createDatabase } from "../../test/services/postgres.ts"
import { testFolder } from "../../test/services/test-folder.ts"
import { queryDatabase, settingOf } from "../../test/storage/database.ts"
import { type Config, readConfig } from "../config.ts"
import { migrateDatabase } from "./migrate.ts"
import { withStore } from "./open-store.ts"

const folder = testFolder()

function configFor(storage: string): Config {
  return readConfig({ environment: settingOf(storage), flags: new Map(), isTerminal: false }).config
}

describe.each([...engines])("the store of an installation on %s", (engine) => {
  const newStorage = async () => (engine === "postgres" ? (await createDatabase()).url : folder.newPath())
  const list = { limit: 10, after: undefined, enabled: undefined, search: undefined }

  test("can be read, and written beside what makes nothing stale, while a service runs", async () => {
    const server = await startKeyward({ engine })
    for (const access of ["read", "concurrent-write"] as const) {
      const found = await withStore(configFor(server.storage), access, ({ store }) => store.workspaces.list(list))
      expect(found.map(({ id }) => id)).toEqual([server.workspaceId])
    }
    await server.stop()
  })

  test("is refused while its schema is not current or newer, and can be used once it is migrated", async () => {
    const storage = await newStorage()
    const config = configFor(storage)
    const use = () => withStore(config, "exclusive-write", ({ store }) => store.workspaces.list(list))
    const refusal = async () => String(await rejection(use()))
    if (engine === "sqlite") expect(await refusal()).toContain("There is no database in")
    else expect(await refusal()).toContain("Run `keyward migrate` first.")
    expect((await migrateDatabase(config)).length).toBeGreaterThan(0)
    expect(await use()).toEqual([])
    await queryDatabase({ storage }, "insert into schema_migrations (name, applied_at) values ('9999-later', 0)")
    expect(await refusal()).toContain("newer version of Keyward (it has 9999-later)")
    await queryDatabase({ storage }, "delete from schema_migrations")
    expect(await refusal()).toContain("Run `keyward migrate` first.")
  })

  test("is closed when the work fails, and can be opened again", async () => {
    const storage = await newStorage()
    const config = configFor(storage)
    await migrateDatabase(config)
    const failing = withStore(config, "exclusive-write", () => Promise.reject(new Error("The work failed.")))
    expect(await rejection(failing)).toEqual(new Error("The work failed."))
    expect(await withStore(config, "exclusive-write", ({ store }) => store.workspaces.list(list))).toEqual([])
  })
})

test("an embedded database that is served cannot be written, and stays as it is", async () => {
  const server = await startKeyward({ engine: "sqlite" })
  const config = configFor(server.storage)
  let hasWorked = false
  const writing = withStore(config, "exclusive-write", async () => {
    hasWorked = true
  })
  expect(String(await rejection(writing))).toContain(`A server is running on the folder ${server.storage}.`)
  expect(hasWorked).toBe(false)
  expect((await server.request("/readyz")).status).toBe(200)
  await server.stop()
})

test("where there is no embedded database, none is made", async () => {
  const nowhere = join(folder.path, "nowhere")
  for (const access of ["read", "exclusive-write", "concurrent-write"] as const) {
    const refused = await rejection(withStore(configFor(nowhere), access, async () => "used"))
    expect(String(refused)).toContain("There is no database in")
  }
  expect(existsSync(nowhere)).toBe(false)
})
