import { describe, expect, test } from "bun:test"
import type { OperationCall } from "./operation-call.ts"
import { operationCalls } from "./operation-calls.ts"
import { operationHelp } from "./operation-help.ts"
import { shapesOf } from "./shapes.ts"
import { shownFlagsOf } from "./shown-flags.ts"

function helpOf(...words: readonly string[]): string {
  const [call] = operationCalls.filter((one) =>
    [one.words, ...one.aliases].some((name) => name.join() === words.join()),
  )
  if (call === undefined) throw new Error(`There is no command ${words.join(" ")}.`)
  return operationHelp(call)
}

/** The help of a flag, on one line. */
function rowOf(help: string, flag: string): string {
  const [, row = ""] = new RegExp(`^  ${flag}\\b[^ ]*((?: .*)?(?:\\n {8,}.*)*)`, "m").exec(help) ?? []
  return row.replace(/\s+/g, " ").trim()
}

function camelCased(flag: string): string {
  return flag.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase())
}

/** The placeholder of the value, without the description. */
const formOnly = /^(Separate|One JSON|One of|Such as|As |Use |Up to|At least|Default|Required|A number)/

describe("the help of", () => {
  test.each(operationCalls.map((call): [string, OperationCall] => [call.words.join(" "), call]))(
    "%s says what every flag is for, and says nothing twice",
    (_words, call) => {
      for (const { flag, about } of shownFlagsOf(call)) {
        expect({ flag, about }).toEqual({ flag, about: expect.stringMatching(/^[A-Z].*\.$/) })
        expect({ flag, about }).not.toEqual({ flag, about: expect.stringMatching(formOnly) })
      }
      const help = operationHelp(call)
      expect(help).not.toMatch(/null[^.]*\. [^.]*null (removes|to)/)
      for (const line of help.split("\n").filter((one) => !one.startsWith("  keyward ")))
        expect(line.length).toBeLessThanOrEqual(100)
    },
  )

  test.each(operationCalls.map((call): [string, OperationCall] => [call.words.join(" "), call]))(
    "%s describes the JSON of its flags, and shows an example that the operation accepts",
    (_words, call) => {
      for (const { rows, example } of shapesOf(call)) {
        for (const [field, about] of rows)
          expect({ field, about }).toEqual({ field, about: expect.stringMatching(/\.$/) })
        const [, flag = "", json = ""] = /^ {2}--(\S+) '(.*)'$/.exec(example) ?? []
        const entry: unknown = JSON.parse(json)
        const body = flag === "body" ? entry : { ...Object(call.operation.example), [camelCased(flag)]: [entry] }
        expect(call.operation.input.safeParse(body).error?.issues ?? []).toEqual([])
      }
    },
  )

  test("a flag that takes JSON shows the fields inside, also those of inner lists", () => {
    const help = helpOf("keys", "create-keys")
    expect(help).toContain("JSON of --keys, one object or an array of them:")
    expect(help).toMatch(/^ {2}credits\.refill\.interval {2,}`daily`/m)
    expect(help).toMatch(/^ {2}ratelimits\[\]\.name {2,}Required\. /m)
    expect(helpOf("ratelimits", "check-all")).toContain('--body \'[{"namespace":"email"')
  })

  test("a number that can be removed does not call it unlimited", () => {
    expect(rowOf(helpOf("apis", "update"), "--default-bytes")).toBe(
      "NUMBER Random bytes in new keys that do not name a length. null restores the default, 24. 16 to 255.",
    )
    expect(rowOf(helpOf("workspaces", "update"), "--limits.keys")).toBe(
      "NUMBER Maximum number of keys that have not expired. 0 to 1,000,000,000, or unlimited.",
    )
  })

  test("a time that can be removed takes never", () => {
    expect(rowOf(helpOf("keys", "update"), "--expires")).toBe(
      "WHEN When the key expires. 30d, 12h or 6mo from now, a date in UTC (2027-01-31), a time (2027-01-31T12:00:00Z), or never.",
    )
  })

  test("a root key under its Unkey name leads to the list of root keys", () => {
    const help = helpOf("root-keys", "delete-key")
    expect(help).toContain("Id of the root key. See `keyward root-keys list`.")
    expect(help).not.toContain("keyward keys list")
  })

  test("the role of a member is one of a few words, and leads to no list", () => {
    expect(rowOf(helpOf("members", "invite"), "ROLE")).toBe(
      "The role of the new member. You must hold everything that it allows. One of viewer, developer, admin, owner.",
    )
  })
})
