import { SQL } from "bun"

/** Creates the database that `createMigratedDatabase` copies: the current schema, migrated once per run. */
export async function createTemplate(serverUrl: string, program: string): Promise<void> {
  await using sql = new SQL(serverUrl, { max: 1 })
  await sql`create database keyward_template template template0`
  const url = new URL(serverUrl)
  url.pathname = "/keyward_template"
  const migration = Bun.spawnSync([program, "migrate"], { env: { KEYWARD_DATABASE_URL: url.href } })
  if (!migration.success) {
    throw new Error(`The template of the test databases could not be migrated:\n${migration.stderr.toString()}`)
  }
}
