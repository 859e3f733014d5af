import { describe, expect, test } from "bun:test"
import { type OperationCall, operationCalls } from "./operation-calls.ts"
import { operationHelp } from "./operation-help.ts"
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
})
