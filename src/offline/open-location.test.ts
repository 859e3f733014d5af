import { describe, expect, test } from "bun:test"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createDatabase } from "../../test/services/postgres.ts"
import { testFolder } from "../../test/services/test-folder.ts"
import { FolderInUse, lockFolder } from "../storage/folder-lock.ts"
import { describeLocation } from "../storage/location.ts"
import { openSource, openTarget, readLocation } from "./location.ts"

const folder = testFolder()
const pathOf = (name: string) => join(folder.path, name)

describe("opening", () => {
  test("a folder locks it until it is closed, as a source and as a target", async () => {
    const place = readLocation(pathOf("locked"))
    const target = await openTarget(place)
    expect(() => lockFolder(pathOf("locked"))).toThrow(FolderInUse)
    await expect(openSource(place)).rejects.toThrow(FolderInUse)
    await target.close()
    const source = await openSource(place)
    expect(() => lockFolder(pathOf("locked"))).toThrow(FolderInUse)
    await source.close()
    lockFolder(pathOf("locked")).release()
  })

  test("a folder without a database as a source is refused, and makes none", async () => {
    mkdirSync(pathOf("empty"))
    await expect(openSource(readLocation(pathOf("empty")))).rejects.toThrow(
      `There is no database in ${pathOf("empty")}.`,
    )
  })

  test("a file as a target is refused", async () => {
    writeFileSync(pathOf("file.db"), "")
    await expect(openTarget(readLocation(pathOf("file.db")))).rejects.toThrow("is a file. Name a folder")
  })

  test("a PostgreSQL database that is in use is refused, without its password", async () => {
    const database = await createDatabase()
    const place = readLocation(database.url)
    const first = await openTarget(place)
    await first.database.reader
      .selectFrom("workspaces")
      .selectAll()
      .execute()
      .catch(() => undefined)
    const refusal = await openSource(place).catch((error: Error) => error.message)
    expect(refusal).toStartWith(`${describeLocation(place)} is in use: Keyward has `)
    expect(refusal).not.toContain(new URL(database.url).password)
    await first.close()
    await (await openSource(place)).close()
    await database.drop()
  })
})
