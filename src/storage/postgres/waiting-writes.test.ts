import { describe, expect, test } from "bun:test"
import { statementsOf } from "./waiting-writes.ts"

describe("writes that wait for the commit", () => {
  const insert =
    "insert into keys (id) select id from json_to_recordset(cast(cast($1 as text) as json)) as given(id text)"

  test("have their values as literals, quoted", () => {
    const sql = "update keys set name = $1, expires = $2, enabled = $3 where id = $4"
    expect(statementsOf([{ sql, parameters: ["it's", null, -1, "key_1"] }])).toEqual([
      { sql, values: ["'it''s'", "null", "(-1)", "'key_1'"] },
    ])
  })

  test("have no literals if PostgreSQL must refuse a value", () => {
    for (const value of ["a\0b", Number.NaN, 1.5, undefined, {}]) {
      expect(statementsOf([{ sql: "update keys set name = $1", parameters: [value] }])).toBeUndefined()
    }
  })

  test("of rows into one table become one, unless another write comes between them", () => {
    const rows = (id: string) => ({ sql: insert, parameters: [JSON.stringify([{ id }])] })
    const other = { sql: "update quota_bounds set at_most = at_most + $1", parameters: [1] }
    expect(statementsOf([rows("a"), rows("b"), other, rows("c")])).toEqual([
      { sql: insert, values: [`'[{"id":"a"},{"id":"b"}]'`] },
      { sql: other.sql, values: ["1"] },
      { sql: insert, values: [`'[{"id":"c"}]'`] },
    ])
  })
})
