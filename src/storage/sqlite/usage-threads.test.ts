import { expect, test } from "bun:test"
import { sql } from "kysely"
import { provideDatabase } from "../../../test/storage/provide-database.ts"

const { engine } = provideDatabase("sqlite")

/** Counts to a number, which takes seconds on every machine; a lookup takes microseconds. */
const longStatement = sql`with recursive c(n) as (select 1 union all select n + 1 from c where n < 10000000)
  select max(n) as n from c`
const lookup = sql`select 1 as n`

test("a long read of usage delays neither lists, nor lookups, nor the usage of another workspace", async () => {
  const ended: string[] = []
  const run = async (name: string, work: Promise<unknown>) => {
    await work
    ended.push(name)
  }
  const long = run("long", longStatement.execute(engine.usageReader))
  for (let round = 0; round < 3; round += 1) {
    await run("list", lookup.execute(engine.reader))
    await run("lookup", lookup.execute(engine.pointReader))
    await run("usage", lookup.execute(engine.usageReader))
  }
  await long
  expect(ended.at(-1)).toBe("long")
  expect(ended).toHaveLength(10)
})
