import { expect, test } from "bun:test"
import { integerColumns, type ResultRow } from "./schema.ts"

// The compiler is the test: an expectation that does not fail to compile is itself an error.
type Named = ResultRow<{ remaining: number | null; name: string }>
// @ts-expect-error Postgres would hand out a number under this name as text.
type Unnamed = ResultRow<{ remaining_credits: number }>

test("a number needs the name of an integer column", () => {
  const named: Named = { remaining: 1, name: "a" }
  expect(Object.keys(named).map((name) => integerColumns.has(name))).toEqual([true, false])
  const unnamed: Unnamed = { remaining_credits: 1 }
  expect(Object.keys(unnamed).map((name) => integerColumns.has(name))).toEqual([false])
})
