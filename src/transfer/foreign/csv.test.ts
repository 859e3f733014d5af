import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { rejection } from "../../../test/harness/rejection.ts"
import { type CsvRecord, csvRecords } from "./csv.ts"

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function read(text: string | Uint8Array, size = 7): Promise<readonly CsvRecord[]> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text
  return Array.fromAsync(csvRecords(inPieces(bytes, size)))
}

const fieldsIn = async (text: string) => (await read(text)).map(({ fields }) => fields)

describe("CSV", () => {
  test("has fields between commas, and records between line ends of every kind", async () => {
    expect(await fieldsIn("a,b\n1,2\r\n3,4\r5,6")).toEqual([
      ["a", "b"],
      ["1", "2"],
      ["3", "4"],
      ["5", "6"],
    ])
  })

  test("keeps commas, quotes, line ends and spaces that stand in quotes", async () => {
    expect(await fieldsIn('a,"b, ""c""\r\nd"," e "\n')).toEqual([["a", 'b, "c"\r\nd', " e "]])
  })

  test("keeps empty fields, and passes over empty lines and a byte order mark", async () => {
    expect(await fieldsIn('\ufeffa,,\n\n"",x,\n')).toEqual([
      ["a", "", ""],
      ["", "x", ""],
    ])
    expect(await fieldsIn("")).toEqual([])
  })

  test("tells the line where a record begins", async () => {
    const records = await read('a\n"1\n2\n3"\n\n4\r\n5')
    expect(records.map(({ line }) => line)).toEqual([1, 2, 6, 7])
  })

  test.each([
    ['a\n"b', "in line 2: the quote opened in or after line 2 is not closed"],
    ['a\nb"c\n', "in line 2: a quote appears inside an unquoted field"],
    ['"a"b\n', "in line 1: text follows a closing quote"],
  ])("that breaks the rules is refused: %j", async (text, message) => {
    expect(String(await rejection(read(text)))).toContain(message)
  })

  test("that is no UTF-8, or has a record without end, is refused", async () => {
    expect(String(await rejection(read(new Uint8Array([97, 10, 0xff, 0xfe, 10]))))).toContain("not UTF-8")
    expect(String(await rejection(read(`a\n"${"x".repeat(1_100_000)}`, 65_536)))).toContain("longer than 1 MiB")
  })

  test("that was written by the rules is read as it was meant, in whatever pieces it comes", async () => {
    const field = fc.oneof(fc.string({ unit: "grapheme" }), fc.stringMatching(/^[",\r\n a]{0,6}$/))
    const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom("\n", "\r\n"),
        fc.integer({ min: 1, max: 9 }),
        async (rows, end, size) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
          const text = rows.map((row) => row.map(quoted).join(",")).join(end)
          expect((await read(text, size)).map(({ fields }) => fields)).toEqual(rows)
        },
      ),
    )
  })
})
