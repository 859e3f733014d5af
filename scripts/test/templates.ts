import { SQL } from "bun"

/** Creates the database that `createMigratedDatabase` copies: the current schema, migrated once per run. */
export async function createDatabaseTemplate(serverUrl: string, program: string): Promise<void> {
  await using sql = new SQL(serverUrl, { max: 1 })
  await sql`create database keyward_template template template0`
  const url = new URL(serverUrl)
  url.pathname = "/keyward_template"
  migrate(program, { KEYWARD_DATABASE_URL: url.href })
}

/** The same for the embedded database, in the folder whose file `dataFolder` copies. */
export function createFolderTemplate(path: string, program: string): void {
  migrate(program, { KEYWARD_DATA_DIR: path })
}

function migrate(program: string, env: Readonly<Record<string, string>>): void {
  const migration = Bun.spawnSync([program, "migrate"], { env })
  if (!migration.success) {
    throw new Error(`The template of the test databases could not be migrated:\n${migration.stderr.toString()}`)
  }
}
