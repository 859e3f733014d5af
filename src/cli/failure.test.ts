import { beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { findFreePort } from "../../scripts/test/service.ts"
import { runHere, runProcess } from "../../test/cli/cli.ts"
import { failure } from "../../test/cli/failure.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { testFolder } from "../../test/services/test-folder.ts"
import { operationCommands, programCommands } from "./all-commands.ts"

const server = serveKeyward({ engine: "sqlite" })
let env: Record<string, string>
const folder = testFolder()

beforeAll(async () => {
  await server.ok("identities.createIdentity", { externalId: "user_1" })
  env = { KEYWARD_URL: server.url, KEYWARD_KEY: server.rootKey, KEYWARD_CONFIG_DIR: folder.path }
})

describe("a repeated flag is refused in the same way", () => {
  const all = [...programCommands, ...operationCommands].map((command) => [command.words.join(" "), command] as const)

  test.each(all)("by %s", async (name, { words, flags = {} }) => {
    for (const [flag, takes] of Object.entries(flags)) {
      if (takes === "values") continue
      const once = takes === "value" ? [`--${flag}`, "x"] : [`--${flag}`]
      const { code, stdout, stderr } = await runHere([...words, ...once, ...once], { env })
      expect({ flag, code, stdout: flag === "json" ? "" : stdout, stderr }).toEqual({
        flag,
        code: 2,
        stdout: "",
        stderr: `--${flag} is given more than once. Give it once. \`keyward ${name} --help\` explains this command.\n`,
      })
    }
  })

  test.each([
    [["identities", "create-identity", "--external-id", "a", "--externalId", "b"], "external-id"],
    [["root-keys", "create-root-key", "--enabled", "--no-enabled"], "enabled"],
    [["identities", "create-identity", "--meta.plan", "a", "--meta.plan=b"], "meta.plan"],
    [["identities", "list-identities", "--limit", "1", "--limit", "1"], "limit"],
  ])("however it is spelled: %p", async (args, flag) => {
    const { code, stderr } = await runHere(args, { env })
    expect(code).toBe(2)
    expect(stderr).toStartWith(`--${flag} is given more than once. Give it once.`)
  })

  test("except where a flag is a list", async () => {
    const args = ["root-keys", "create-root-key", "--permissions", "api.*.read_api", "--permissions", "api.*.read_key"]
    expect((await runHere(args, { env })).code).toBe(0)
  })

  test("and a field is not given in two ways", async () => {
    for (const args of [
      ["identities", "create-identity", "--body", '{"externalId":"a"}', "--external-id", "b"],
      ["identities", "create-identity", "--external-id", "b", "--meta", '{"plan":"x"}', "--meta.plan", "y"],
    ]) {
      expect(await runHere(args, { env })).toEqual(failure(2, "is given twice: alone"))
    }
  })
})

interface Failing {
  readonly args: readonly string[]
  readonly more?: Record<string, string>
  readonly answers?: readonly string[]
  readonly code: string
  readonly exitCode: number
}

const nowhere = `http://127.0.0.1:${await findFreePort()}`

const failing: readonly (readonly [name: string, Failing])[] = [
  ["an unknown command", { args: ["frobnicate"], code: "cli/usage", exitCode: 2 }],
  ["an unknown verb", { args: ["keys", "frobnicate"], code: "cli/usage", exitCode: 2 }],
  ["an unknown flag", { args: ["keys", "list-keys", "--frob"], code: "cli/usage", exitCode: 2 }],
  ["a stray argument", { args: ["migrate", "now"], code: "cli/usage", exitCode: 2 }],
  ["a repeated flag", { args: ["backup", "a.db", "--force", "--force"], code: "cli/usage", exitCode: 2 }],
  ["a value that cannot be read", { args: ["keys", "list-keys", "--limit", "ten"], code: "cli/usage", exitCode: 2 }],
  ["a wrong flag of a setting", { args: ["serve", "--port", "70000"], code: "cli/usage", exitCode: 2 }],
  ["a wrong setting", { args: ["migrate"], more: { KEYWARD_LOG: "xml" }, code: "cli/usage", exitCode: 2 }],
  ["no key", { args: ["whoami"], more: { KEYWARD_KEY: "" }, code: "cli/usage", exitCode: 2 }],
  [
    "nobody to ask",
    {
      args: ["identities", "delete-identity", "--identity", "user_1"],
      code: "cli/confirmation_required",
      exitCode: 2,
    },
  ],
  [
    "somebody who says no",
    {
      args: ["identities", "delete-identity", "--identity", "user_1"],
      answers: ["no"],
      code: "cli/cancelled",
      exitCode: 1,
    },
  ],
  ["a service that is not there", { args: ["whoami", "--url", nowhere], code: "cli/unreachable", exitCode: 1 }],
  ["a file that is not there", { args: ["import", "/nowhere/at-all"], code: "cli/failed", exitCode: 1 }],
  ["a folder that is not there", { args: ["audit", "verify", "--data", "/nowhere"], code: "cli/failed", exitCode: 1 }],
]

describe("with --json", () => {
  test.each(failing)(
    "%s is one JSON document, and a sentence on standard error",
    async (_name, { args, more, answers, code, exitCode }) => {
      for (const asked of [["--json"], ["-o", "json"], ["-o=json"], ["--output=json"]]) {
        const ran = await runHere([...args, ...asked], { env: { ...env, ...more }, ...(answers && { answers }) })
        // -o is no flag of every command; a wrong command line is what it is in either case.
        const isKnown = asked[0] === "--json" || code === "cli/usage"
        if (!isKnown) continue
        expect(ran.code).toBe(exitCode)
        const { error, ...others } = JSON.parse(ran.stdout)
        expect({ error, others }).toEqual({ error: { code, message: expect.any(String), exitCode }, others: {} })
        expect(ran.stderr).toContain(asked[0] === "--json" ? error.message : "")
        expect(ran.stderr).not.toBe("")
      }
      const plain = await runHere(args, { env: { ...env, ...more }, ...(answers && { answers }) })
      expect({ code: plain.code, stdout: plain.stdout }).toEqual({ code: exitCode, stdout: "" })
    },
  )

  test("a refusal is the envelope of the service, with code, message and exit code in its error", async () => {
    const { code, stdout, stderr } = await runHere(["identities", "get-identity", "--identity", "nobody", "--json"], {
      env,
    })
    expect(code).toBe(3)
    expect(JSON.parse(stdout)).toEqual({
      meta: { requestId: expect.stringMatching(/^req_/) },
      error: {
        code: "data/identity_not_found",
        message: "The requested identity could not be found.",
        exitCode: 3,
        title: "Not Found",
        detail: "The requested identity could not be found.",
        status: 404,
        type: expect.stringMatching(/\/data\/identity_not_found$/),
      },
    })
    expect(stderr).toStartWith("Not Found (404): The requested identity could not be found.\n")
  })

  test("a request with wrong fields names them, and is a matter of usage", async () => {
    const { code, stdout } = await runHere(["keys", "list-keys", "--limit", "0", "--json"], { env })
    expect(code).toBe(2)
    expect(JSON.parse(stdout).error).toMatchObject({
      code: "application/invalid_input",
      exitCode: 2,
      errors: [{ location: "body.limit" }],
    })
  })

  test("something else than Keyward is told", async () => {
    const other = Bun.serve({ port: 0, fetch: () => new Response("hello") })
    const { code, stdout } = await runHere(["whoami", "--url", `http://localhost:${other.port}`, "--json"], { env })
    expect({ code, error: JSON.parse(stdout).error }).toMatchObject({ code: 1, error: { code: "cli/not_keyward" } })
    await other.stop(true)
  })

  test("is told from a word after --, and reaches real streams", async () => {
    const { code, stdout, stderr } = await runProcess(["backup", "--", "--json", "--json"], env)
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toContain('Unexpected argument "--json".')
    const wrong = await runProcess(["serve", "--port", "70000", "--data", join(folder.path, "data"), "--json"], env)
    expect(wrong.code).toBe(2)
    expect(JSON.parse(wrong.stdout).error.code).toBe("cli/usage")
  })
})

test("version is a command too", async () => {
  const { stdout } = await runHere(["--version"])
  expect(await runHere(["version"])).toEqual({ code: 0, stdout, stderr: "" })
  expect(JSON.parse((await runHere(["version", "--json"])).stdout)).toEqual({ version: stdout.trim() })
})
