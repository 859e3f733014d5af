import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import { checkCsv, csvCandidates } from "./csv-keys.ts"

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

const candidatesIn = async (text: string) => (await Array.fromAsync(csvCandidates(bytesOf(text)))).flat()
const check = (text: string) => checkCsv(bytesOf(text), () => {})

describe("keys in CSV", () => {
  test("have what their columns say, and an empty field is as good as none", async () => {
    const text = `name,hash,permissions,enabled,expires,createdAt,credits,refill,roles,ratelimits,meta
Acme,abc,a.read  b.write,false,1767225600000,2026-01-31T12:00:00+01:00,10,"{""interval"":""daily"",""amount"":5}","[""ed""]",[],"{""plan"":""pro""}"
,def,,,,,,,,,
`
    expect(await check(text)).toBe(2)
    expect(await candidatesIn(text)).toEqual([
      {
        line: 2,
        id: undefined,
        value: {
          name: "Acme",
          hash: "abc",
          permissions: ["a.read", "b.write"],
          enabled: false,
          expires: 1_767_225_600_000,
          createdAt: Date.UTC(2026, 0, 31, 11),
          credits: { remaining: 10, refill: { interval: "daily", amount: 5 } },
          roles: ["ed"],
          ratelimits: [],
          meta: { plan: "pro" },
        },
      },
      { line: 3, id: undefined, value: { hash: "def" } },
    ])
  })

  test.each([
    ["hash,expires\nx,tomorrow", "`expires` must be Unix milliseconds, or a time such as 2026-01-31T12:00:00Z"],
    ["hash,expires\nx,2026-01-31 12:00", "`expires` must be Unix milliseconds, or a time such as 2026-01-31T12:00:00Z"],
    ["hash,enabled\nx,yes", "`enabled` must be true or false"],
    ["hash,credits\nx,-1", "`credits` must be an integer"],
    ["hash,meta\nx,{", "`meta` is not JSON"],
    ['hash,refill\nx,"{}"', "`refill` needs `credits`"],
    ["hash,name\nx", "it has 1 fields instead of 2"],
  ])("that cannot be understood are refused by line: %j", async (text, reason) => {
    expect(await candidatesIn(text)).toEqual([{ line: 2, id: undefined, reason }])
  })

  test.each([
    ["", "The file is empty"],
    ["name\nx", "The column hash is missing"],
    ["hash,hash\nx,y", 'The column "hash" appears twice.'],
    ["hash,externalID\nx,y", "Did you mean externalId?"],
    ["hash,colour_of_the_user\nx,y", "Columns are hash, algorithm, name"],
    ["hash;name\nx;y", "Separate the columns with commas, not semicolons"],
  ])("in a file with other columns are refused as a whole: %j", async (text, message) => {
    expect(String(await rejection(check(text)))).toContain(message)
  })
})
