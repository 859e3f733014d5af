import { expect, test } from "bun:test"
import { temporaryFolder } from "../../test/services/temporary-folder.ts"
import { FolderInUse, lockFolder } from "./folder-lock.ts"

test("one process at a time holds a folder", () => {
  const folder = temporaryFolder()
  const lock = lockFolder(folder.path)
  expect(() => lockFolder(folder.path)).toThrow(FolderInUse)
  lock.release()
  lockFolder(folder.path).release()
  folder.remove()
})
