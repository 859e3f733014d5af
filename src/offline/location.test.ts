import { describe, expect, test } from "bun:test"
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { testFolder } from "../../test/services/test-folder.ts"
import { describeLocation, isSameLocation } from "../storage/location.ts"
import { readLocation } from "./location.ts"

const folder = testFolder()
const pathOf = (name: string) => join(folder.path, name)

describe("the place that a text names", () => {
  test("is a PostgreSQL database, a folder that may not exist yet, or a file that is a backup", () => {
    writeFileSync(pathOf("backup.db"), "")
    for (const url of ["postgres://u:p@h/db", "postgresql://h/db"]) {
      expect(readLocation(url)).toEqual({ type: "postgres", url })
    }
    expect(readLocation(folder.path)).toEqual({ type: "folder", path: folder.path })
    expect(readLocation(pathOf("none"))).toEqual({ type: "folder", path: pathOf("none") })
    expect(readLocation(pathOf("backup.db"))).toEqual({ type: "backup", path: pathOf("backup.db") })
  })

  test("is shown with its port and without user and password", () => {
    expect(describeLocation(readLocation("postgres://someone:secret@host/keyward"))).toBe(
      "postgres://host:5432/keyward",
    )
    expect(describeLocation(readLocation("postgres://someone:secret@host:6000/keyward"))).toBe(
      "postgres://host:6000/keyward",
    )
    expect(describeLocation(readLocation(folder.path))).toBe(folder.path)
  })

  test("is the same under another spelling, another user or through a link", () => {
    mkdirSync(pathOf("data"))
    symlinkSync(pathOf("data"), pathOf("link"))
    const same = (one: string, other: string) => isSameLocation(readLocation(one), readLocation(other))
    expect(same(pathOf("data"), `${pathOf("data")}/.`)).toBe(true)
    expect(same(pathOf("data"), pathOf("link"))).toBe(true)
    expect(same("postgres://one:a@host/db", "postgres://other:b@host:5432/db")).toBe(true)
    expect(same("postgres://one:a@host/db", "postgres://one:a@host/other")).toBe(false)
    expect(same("postgres://one:a@host/db", pathOf("data"))).toBe(false)
    expect(same(pathOf("data"), pathOf("none"))).toBe(false)
  })
})
