import { describe, expect, test } from "bun:test"
import { statementsOf } from "./write-texts.ts"

describe("writes that wait for the commit", () => {
  const insert =
    "insert into keys (id) select id from json_to_recordset(cast(cast($1 as text) as json)) as given(id text)"

  test("have their values as literals, quoted", () => {
    const sql = "update keys set name = $1, expires = $2, enabled = $3 where id = $4"
    expect(statementsOf([{ type: "statement", sql, parameters: ["it's", null, -1, "key_1"] }])).toEqual([
      { sql, values: ["'it''s'", "null", "(-1)", "'key_1'"] },
    ])
  })

  test("have no literals if PostgreSQL must refuse a value", () => {
    for (const value of ["a\0b", Number.NaN, 1.5, undefined, {}]) {
      expect(
        statementsOf([{ type: "statement", sql: "update keys set name = $1", parameters: [value] }]),
      ).toBeUndefined()
    }
  })

  const rows = (id: string) => ({ type: "insertion", sql: insert, rows: [{ id }] }) as const

  test("of rows into one table become one, unless another write comes between them", () => {
    const other = { type: "statement", sql: "update workspaces set name = $1", parameters: ["new"] } as const
    expect(statementsOf([rows("a"), rows("b"), other, rows("c")])).toEqual([
      { sql: insert, values: [`'[{"id":"a"},{"id":"b"}]'`] },
      { sql: other.sql, values: ["'new'"] },
      { sql: insert, values: [`'[{"id":"c"}]'`] },
    ])
  })

  describe("that add to numbers", () => {
    const sql = "update quota_bounds set at_most = at_most + $1 where workspace_id = $2"
    const add = (amount: number, row: string) =>
      ({ type: "addition", sql, table: "quota_bounds", amount, row: [row] }) as const

    test("are added up at the end, each number for itself, and separate no insertions", () => {
      expect(statementsOf([add(1, "one"), rows("a"), add(2, "other"), rows("b"), add(3, "one")])).toEqual([
        { sql: insert, values: [`'[{"id":"a"},{"id":"b"}]'`] },
        { sql, values: ["4", "'one'"] },
        { sql, values: ["2", "'other'"] },
      ])
    })

    test("keep their places if another write sets the numbers", () => {
      const set = { type: "statement", sql: 'insert into "quota_bounds" values ($1)', parameters: [7] } as const
      expect(statementsOf([add(1, "one"), set, add(1, "one")])?.map(({ values }) => values)).toEqual([
        ["1", "'one'"],
        ["7"],
        ["1", "'one'"],
      ])
    })
  })
})
