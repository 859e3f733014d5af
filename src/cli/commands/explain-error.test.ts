import { describe, expect, test } from "bun:test"
import { runHere } from "../../../test/cli/cli.ts"
import { errorCodes, errorTable } from "../../contract/error-table.ts"
import { describeError } from "../../operations/describe-error.ts"

describe("keyward explain-error", () => {
  test.each(errorCodes)("says what the page of %s says", async (code) => {
    const { code: exitCode, stdout, stderr } = await runHere(["explain-error", code])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" })
    const { when, clears, causes, fixes, guide } = describeError(code)
    const said = flat(stdout)
    for (const text of [code, when, clears, guide, ...causes]) expect(said).toContain(flat(text))
    for (const { text, sample = "" } of fixes) {
      expect(said).toContain(flat(text))
      expect(said).toContain(flat(sample))
    }
  })

  test("accepts the whole type of an error", async () => {
    const type = "https://keys.example.com/api-reference/errors-v2/service/data/api_not_found"
    expect((await runHere(["explain-error", type])).stdout).toStartWith("data/api_not_found  404 Not Found\n")
  })

  test("explains both errors that have the same name", async () => {
    const { stdout } = await runHere(["explain-error", "key_not_found"])
    expect(stdout).toContain("authentication/key_not_found  401 Unauthorized")
    expect(stdout).toContain("data/key_not_found  404 Not Found")
  })

  test("lists all errors without a code", async () => {
    const { stdout } = await runHere(["explain-error"])
    for (const code of errorCodes) expect(stdout).toContain(`${errorTable[code].status}  ${code.split("/")[1]}`)
  })

  test("prints the same as JSON", async () => {
    const { stdout } = await runHere(["explain-error", "data/key_not_found", "--json"])
    expect(JSON.parse(stdout)).toEqual([describeError("data/key_not_found")])
    expect(JSON.parse((await runHere(["explain-error", "--json"])).stdout)).toHaveLength(errorCodes.length)
  })

  test.each([
    ["key_notfound", "Did you mean authentication/key_not_found or data/key_not_found?"],
    ["data/key_expird", "Did you mean authorization/key_expired?"],
    ["RATE_LIMITED", "is the result of a verification, not an error"],
  ])("%s is a wrong argument: %s", async (said, message) => {
    const { code, stdout, stderr } = await runHere(["explain-error", said])
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toContain(message)
  })
})

/** Without line breaks, because the terminal wraps at words. */
function flat(text: string): string {
  return text.replace(/\s+/g, " ")
}
