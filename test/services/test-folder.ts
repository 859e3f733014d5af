import { afterAll } from "bun:test"
import { join } from "node:path"
import { temporaryFolder } from "./temporary-folder.ts"

export interface TestFolder {
  readonly path: string
  /** Where nothing is yet. */
  newPath(end?: string): string
}

/** For the tests of one file; it is removed after them. */
export function testFolder(): TestFolder {
  const { path, remove } = temporaryFolder()
  afterAll(remove)
  return { path, newPath: (end = "") => join(path, `${crypto.randomUUID()}${end}`) }
}
