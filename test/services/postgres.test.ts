import { expect, test } from "bun:test"
import { SQL } from "bun"
import { migrations } from "../../src/storage/sql/migrations/index.ts"
import { createDatabase, createMigratedDatabase } from "./postgres.ts"

test("two databases share nothing", async () => {
  const [one, other] = await Promise.all([createDatabase(), createDatabase()])
  await using sqlOfOne = new SQL(one.url)
  await using sqlOfOther = new SQL(other.url)
  await sqlOfOne.unsafe("create table marker (id int)")
  expect((await sqlOfOther`select to_regclass('marker') as found`)[0].found).toBeNull()
  await Promise.all([one.drop(), other.drop()])
})

test("a migrated database has every migration and no rows of an installation", async () => {
  const database = await createMigratedDatabase()
  const sql = new SQL(database.url, { max: 1 })
  const applied = await sql`select name from schema_migrations order by name`
  expect(applied.map(({ name }: { name: string }) => name)).toEqual(migrations.map(({ name }) => name))
  expect([...(await sql`select * from installation`), ...(await sql`select * from workspaces`)]).toEqual([])
  await sql.close()
  await database.drop()
})

test("drops a database that is still connected to, and can be asked twice", async () => {
  const database = await createDatabase()
  const sql = new SQL(database.url, { max: 1 })
  await sql`select 1`
  await database.drop()
  await database.drop()
  await expect(sql`select 1`.execute()).rejects.toThrow()
  await sql.close()
})

test("says how to run when there is no server", async () => {
  const url = process.env.KEYWARD_TEST_POSTGRES_URL
  delete process.env.KEYWARD_TEST_POSTGRES_URL
  try {
    await expect(createDatabase()).rejects.toThrow("run through npm test")
  } finally {
    process.env.KEYWARD_TEST_POSTGRES_URL = url
  }
})
