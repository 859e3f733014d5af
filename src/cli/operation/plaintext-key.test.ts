import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { runHere, runProcess, startCliInTerminal } from "../../../test/cli/cli.ts"
import { failure } from "../../../test/cli/failure.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { createWorld, type World } from "../../../test/harness/world.ts"
import { isPlaintextKey } from "./fields.ts"
import { operationCalls } from "./operation-calls.ts"
import { operationCommand } from "./operation-command.ts"

const server = serveKeyward({ engine: "sqlite" })
let world: World
/** A proxy that reads the process list during a call. */
let watching: Bun.Server<undefined>
let processList = ""

const taking = operationCalls.filter(({ fields }) => fields().some(isPlaintextKey))
const commands = taking.map(({ words }) => [words.join(" "), words] as const)

beforeAll(async () => {
  world = await createWorld(server)
  watching = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      processList = commandLines()
      const { pathname } = new URL(request.url)
      const headers = { authorization: request.headers.get("authorization") ?? "", "content-type": "application/json" }
      return fetch(`${server.url}${pathname}`, { method: request.method, headers, body: await request.text() })
    },
  })
})
beforeEach(() => {
  processList = ""
})
afterAll(() => watching.stop(true))

/** The command lines that every user of the machine can read. */
function commandLines(): string {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
  return processes.map(commandLineOf).join("\n")
}

function commandLineOf(process: string): string {
  try {
    return readFileSync(`/proc/${process}/cmdline`, "utf8").replaceAll("\0", " ")
  } catch {
    // The process has ended.
    return ""
  }
}

const env = () => ({ KEYWARD_URL: `http://127.0.0.1:${watching.port}`, KEYWARD_KEY: world.rootKey })

test("verify and whoami take a plaintext key", () => {
  expect(commands.map(([name]) => name)).toEqual(expect.arrayContaining(["keys verify", "keys whoami"]))
})

describe.each(commands)("the key of %s", (_name, words) => {
  test("comes from standard input with --key -, and is not in the process list", async () => {
    const { code, stdout, stderr } = await runProcess([...words, "--key", "-"], env(), `${world.key}\n`)
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toContain(world.keyId)
    expect(processList).toContain(`${words.join(" ")} --key -`)
    expect(processList).not.toContain(world.key)
  })

  test("is asked for at a terminal, and neither shown nor in the process list", async () => {
    for (const flag of [[], ["--key", "-"]]) {
      const terminal = startCliInTerminal([...words, ...flag], env())
      await terminal.waitFor(/Key \(not shown.*\): /)
      terminal.type(`${world.key}\r`)
      expect(await terminal.exit).toBe(0)
      expect(terminal.screen()).toContain(world.keyId)
      expect(terminal.screen()).not.toContain(world.key)
      expect(processList).toContain(words.join(" "))
      expect(processList).not.toContain(world.key)
    }
  })

  test("may stand on the command line, where the process list shows it", async () => {
    const { code, stdout } = await runProcess([...words, "--key", world.key], env())
    expect(code).toBe(0)
    expect(stdout).toContain(world.keyId)
    expect(processList).toContain(world.key)
  })

  test("that is left with Ctrl-C is not sent", async () => {
    const terminal = startCliInTerminal(words, env())
    await terminal.waitFor(/not shown/)
    terminal.type("\u0003")
    expect(await terminal.exit).toBe(1)
    expect(terminal.screen()).toContain("Nothing was sent.")
    expect(processList).toBe("")
  })

  test.each([
    ["", "Standard input is empty."],
    ["\n", "Standard input is empty."],
    ["one\ntwo\n", "Standard input has more than one line."],
  ])("is not %j", async (input, message) => {
    const { code, stderr } = await runHere([...words, "--key", "-"], { env: env(), input })
    expect(code).toBe(2)
    expect(stderr).toContain(message)
    expect(stderr).not.toContain("two\n")
    expect(processList).toBe("")
  })

  test("and the body cannot both come from standard input", async () => {
    expect(await runHere([...words, "--key", "-", "--body", "-"], { env: env(), input: "{}" })).toEqual(
      failure(2, "Standard input cannot be both the body and --key."),
    )
  })
})

test("a required key is missing where there is no terminal", async () => {
  expect(await runHere(["keys", "verify"], { env: env() })).toEqual(failure(2, "--key is missing."))
})

test("an API key that is asked about no other describes itself", async () => {
  const { code, stdout } = await runHere(["keys", "whoami"], {
    env: { ...env(), KEYWARD_KEY: world.key },
    answers: [""],
  })
  expect(code).toBe(0)
  expect(stdout).toContain(world.keyId)
})

test.each(taking)("help says how to keep the key of $words out of the process list", (call) => {
  expect(operationCommand(call).help().replace(/\s+/g, " ")).toContain(
    "--key - reads it from standard input, which keeps it out of the process list and the shell history.",
  )
})
