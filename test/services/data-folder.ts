import { copyFileSync } from "node:fs"
import { databaseFileIn } from "../../src/storage/location.ts"
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.ts"

/**
 * The folder of an installation that has never started. It holds a copy of an embedded database that `npm test` has
 * migrated, because a migration takes as much processor time as the rest of a start. Without `npm test`, it is empty.
 */
export function dataFolder(): TemporaryFolder {
  const folder = temporaryFolder()
  const template = process.env.KEYWARD_TEST_FOLDER_TEMPLATE
  if (template) copyFileSync(databaseFileIn(template), databaseFileIn(folder.path))
  return folder
}
