import { describe, expect, test } from "bun:test"
import { textOf } from "./waiting-writes.ts"

describe("writes that wait for the commit", () => {
  const insert =
    "insert into keys (id) select id from json_to_recordset(cast(cast($1 as text) as json)) as given(id text)"

  test("have their values in place, quoted", () => {
    const write = { sql: "update keys set name = $1, expires = $2, enabled = $3 where id = $4" }
    expect(textOf([{ ...write, parameters: ["it's", null, -1, "key_1"] }])).toBe(
      "update keys set name = 'it''s', expires = null, enabled = (-1) where id = 'key_1';",
    )
  })

  test("contain a value as it is, even if it looks like a place or like SQL", () => {
    const value = "$2 $1 '; drop table keys; -- \\' $$"
    expect(textOf([{ sql: "update keys set name = $1 where id = $2", parameters: [value, "x"] }])).toBe(
      "update keys set name = '$2 $1 ''; drop table keys; -- \\'' $$' where id = 'x';",
    )
  })

  test("have no text if PostgreSQL must refuse a value", () => {
    for (const value of ["a\0b", Number.NaN, 1.5, undefined, {}]) {
      expect(textOf([{ sql: "update keys set name = $1", parameters: [value] }])).toBeUndefined()
    }
  })

  test("of rows into one table become one, unless another write comes between them", () => {
    const rows = (id: string) => ({ sql: insert, parameters: [JSON.stringify([{ id }])] })
    const other = { sql: "update quota_bounds set at_most = at_most + $1", parameters: [1] }
    expect(textOf([rows("a"), rows("b"), other, rows("c")])?.split("\n")).toEqual([
      `${insert.replace("$1", `'[{"id":"a"},{"id":"b"}]'`)};`,
      "update quota_bounds set at_most = at_most + 1;",
      `${insert.replace("$1", `'[{"id":"c"}]'`)};`,
    ])
  })
})
