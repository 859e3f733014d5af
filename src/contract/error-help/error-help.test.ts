import { describe, expect, test } from "bun:test"
import { runHere } from "../../../test/cli/cli.ts"
import { temporaryFolder } from "../../../test/services/temporary-folder.ts"
import { readConfig } from "../../config.ts"
import { operations } from "../../operations/index.ts"
import { errorCodes, errorTable } from "../error-table.ts"
import { errorHelp } from "./index.ts"

const helps = errorCodes.map((code) => [code, errorHelp[code]] as const)
const samples = helps.flatMap(([code, { fixes }]) => fixes.flatMap(({ sample }) => (sample ? [{ code, sample }] : [])))

test.each(helps)("%s has causes, one to three fixes, and sentences", (_code, { causes, fixes }) => {
  expect(causes.length).toBeGreaterThan(0)
  expect(fixes.length).toBeGreaterThan(0)
  expect(fixes.length).toBeLessThanOrEqual(3)
  for (const text of [...causes, ...fixes.map(({ text }) => text)]) expect(text).toMatch(/^[A-Z`].*[.]$/s)
})

function wordsOf(text: string): readonly string[] {
  return [...new Set(text.toLowerCase().match(/[\w-]{3,}/g))]
}

/** The page and `keyward explain-error` show `clears` above the fixes. */
test.each(helps)("no fix of %s repeats what clears it", (code, { fixes }) => {
  for (const sentence of errorTable[code].clears.split(/(?<=\.) /)) {
    const words = wordsOf(sentence)
    for (const { text } of fixes) {
      const repeated = words.filter((word) => wordsOf(text).includes(word))
      expect(repeated.length, `${sentence} ${text}`).toBeLessThan(Math.max(2, words.length * 0.8))
    }
  }
})

/** A shell splits the line. Its variables have values as in a real installation. */
function argumentsOf(line: string): readonly string[] {
  const id = (prefix: string) => `${prefix}_1CeGXWUoiGrkJ5v2n3YvQb`
  const ids = { WORKSPACE_ID: id("ws"), ROOT_KEY_ID: id("rk"), API_ID: id("api"), USER_ID: id("user") }
  const env = { PATH: process.env.PATH, OPERATOR_KEY: "kw_op_1", ...ids }
  const command = line.replace(/^KEYWARD_KEY=\$OPERATOR_KEY /, "").replace(/^keyward/, "printf '%s\\0'")
  const { stdout, exitCode } = Bun.spawnSync(["sh", "-uc", command.replace("uuidgen", "echo 1")], { env })
  expect([line, exitCode]).toEqual([line, 0])
  return stdout.toString().split("\0").slice(0, -1)
}

describe("samples", () => {
  const folder = temporaryFolder()
  const commands = samples.flatMap(({ code, sample }) =>
    sample.type === "command" ? [[sample.line, code] as const] : [],
  )
  const calls = samples.flatMap(({ sample }) =>
    sample.type === "call" ? [[sample.operation, sample.body] as const] : [],
  )
  const settings = samples.flatMap(({ sample }) => (sample.type === "setting" ? [sample.line] : []))

  // Nothing listens at this address, so a command that the program understands fails later than one that it does not.
  test.each(commands)("`%s` is a command (%s)", async (line) => {
    const env = {
      ...{ KEYWARD_URL: "http://localhost:1", KEYWARD_KEY: "kw_root_1" },
      ...{ KEYWARD_CONFIG_DIR: folder.path, KEYWARD_DATA_DIR: folder.path },
    }
    const { code, stderr } = await runHere(argumentsOf(line), { env, input: "kw_root_1" })
    expect({ line, code, stderr: code === 2 ? stderr : "" }).toEqual({ line, code: expect.any(Number), stderr: "" })
  })

  test.each(calls)("a call of %s has a body that the operation accepts", (name, body) => {
    const operation = operations.find((one) => one.name === name)
    expect(operation?.input.safeParse(body).error).toBeUndefined()
  })

  test.each(settings)("%s is a setting", (line) => {
    const [variable = "", value = ""] = line.split("=", 2)
    const key = Buffer.alloc(32).toString("base64")
    const environment = { [variable]: value === "..." ? key : value }
    expect(readConfig({ environment, isTerminal: false }).unknown).toEqual([])
  })
})
