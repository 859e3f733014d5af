import { afterAll } from "bun:test"
import { join } from "node:path"
import { temporaryFolder } from "./temporary-folder.ts"

export interface TestFolder {
  readonly path: string
  /** A path at which nothing exists. */
  newPath(end?: string): string
}

/** A folder for the tests of one file, removed after them. */
export function testFolder(): TestFolder {
  const { path, remove } = temporaryFolder()
  afterAll(remove)
  return { path, newPath: (end = "") => join(path, `${crypto.randomUUID()}${end}`) }
}
