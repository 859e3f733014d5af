import { describe, expect, test } from "bun:test"
import { csvLine } from "./csv-line.ts"

describe("a line of CSV", () => {
  test.each(["=1+1", "+49 30 1234", "-2+3", "@SUM(A1)", "\t=1+1", "\r=1+1", "="])(
    "has an apostrophe before %p, so that no spreadsheet runs it",
    (text) => {
      expect(csvLine([text, "after"])).toBe(`"'${text}",after`)
    },
  )

  test("keeps numbers, negative ones too", () => {
    expect(csvLine([-5, 0, 1200, -0.5])).toBe("-5,0,1200,-0.5")
  })

  test("keeps text that only contains such characters", () => {
    expect(csvLine(["a=b", "ada@example.com", "2026-01-01T00:00:00.000Z", "'", " =1"])).toBe(
      "a=b,ada@example.com,2026-01-01T00:00:00.000Z,', =1",
    )
  })

  test("quotes commas, quotes and line breaks, also in what looks like a formula", () => {
    expect(csvLine(['Acme, "prod"', "two\nlines", undefined, '=HYPERLINK("x")'])).toBe(
      `"Acme, ""prod""","two\nlines",,"'=HYPERLINK(""x"")"`,
    )
  })
})
