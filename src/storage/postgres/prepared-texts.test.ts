import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SQL } from "bun"
import { provideDatabase } from "../../../test/storage/provide-database.ts"
import { createPreparedTexts, type PreparedTexts, type TextStatement } from "./prepared-texts.ts"
import { quoted } from "./quoted.ts"

const rename: TextStatement = { sql: "update named set name = $1 where id = $2", values: ["'a'", "1"] }

describe("the statements of a text", () => {
  const database = provideDatabase("postgres")
  let connection: SQL
  beforeAll(async () => {
    connection = new SQL(database.location, { max: 1 })
    await connection.unsafe("create table named (id integer primary key, name text); insert into named values (1, '')")
  })
  afterAll(() => connection.close())

  const texts: string[] = []
  const run = async (prepared: PreparedTexts, statements: readonly TextStatement[]) => {
    const [row] = await connection<{ pid: number }[]>`select pg_backend_pid() as pid`
    return prepared.run(row?.pid ?? 0, statements, (text) => {
      texts.push(text)
      return connection.unsafe(text)
    })
  }
  const name = async () => (await connection`select name from named where id = 1`)[0].name

  test("are prepared once, and executed with their values", async () => {
    const prepared = createPreparedTexts()
    texts.length = 0
    await run(prepared, [rename, rename])
    await run(prepared, [{ ...rename, values: ["'b'", "1"] }])
    expect(texts.map((text) => text.split(" ")[0])).toEqual(["prepare", "execute", "execute"])
    expect(texts.at(-1)).toMatch(/^execute \w+\('b', 1\)$/)
    expect(await name()).toBe("b")
  })

  test("take a value as it is, even if it looks like a place or like SQL", async () => {
    const value = "$2 $1 '; drop table named; -- \\' $$"
    const prepared = createPreparedTexts()
    await run(prepared, [{ ...rename, values: [quoted(value), "1"] }])
    expect(await name()).toBe(value)
    const many = Array.from({ length: 300 }, (_, index) => ({ sql: `select ${index}, $1::text`, values: ["''"] }))
    await run(prepared, many)
    await run(prepared, [{ sql: `${rename.sql} and true`, values: [quoted(value), "1"] }])
    expect(texts.at(-1)).toStartWith("update ")
    expect(await name()).toBe(value)
  })

  test("stay prepared if one of them fails", async () => {
    const prepared = createPreparedTexts()
    const failing = { sql: "select $1::integer / 0", values: ["1"] }
    const count = async () => (await connection`select count(*)::integer as count from pg_prepared_statements`)[0].count
    await expect(run(prepared, [rename, failing])).rejects.toThrow("division by zero")
    const before = await count()
    await expect(run(prepared, [rename, failing])).rejects.toThrow("division by zero")
    await run(prepared, [{ ...rename, values: ["'c'", "1"] }])
    expect(await count()).toBe(before)
    expect(await name()).toBe("c")
  })

  test("are prepared again on a connection that has forgotten them", async () => {
    const prepared = createPreparedTexts()
    await run(prepared, [rename])
    await connection.unsafe("deallocate all")
    await expect(run(prepared, [rename])).rejects.toMatchObject({ errno: "26000" })
    await run(prepared, [{ ...rename, values: ["'d'", "1"] }])
    expect(await name()).toBe("d")
  })

  test("are no longer prepared where they are forgotten all the time", async () => {
    const prepared = createPreparedTexts()
    for (let times = 0; times < 20; times += 1) {
      await run(prepared, [rename])
      await connection.unsafe("deallocate all")
      await expect(run(prepared, [rename])).rejects.toMatchObject({ errno: "26000" })
    }
    await run(prepared, [{ ...rename, values: ["'e'", "1"] }])
    expect(texts.at(-1)).toBe("update named set name = 'e' where id = 1")
    expect(await name()).toBe("e")
  })
})
