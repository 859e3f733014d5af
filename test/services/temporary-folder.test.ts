import { expect, test } from "bun:test"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "./temporary-folder.ts"

test("removes the folder with what is in it, and can be asked twice", () => {
  const folder = temporaryFolder()
  const file = join(folder.path, "note")
  writeFileSync(file, "kept until the end")
  expect(existsSync(file)).toBe(true)
  folder.remove()
  folder.remove()
  expect(existsSync(folder.path)).toBe(false)
})

test("two folders are never the same", () => {
  const [one, other] = [temporaryFolder(), temporaryFolder()]
  expect(one.path).not.toBe(other.path)
  one.remove()
  other.remove()
})
