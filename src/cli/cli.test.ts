import { describe, expect, test } from "bun:test"
import { existsSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import manifest from "../../package.json" with { type: "json" }
import { programWords, runHere, runProcess, startServe } from "../../test/cli/cli.ts"
import { failure } from "../../test/cli/failure.ts"
import { firstKeysOf } from "../../test/harness/first-keys.ts"
import { startProcess } from "../../test/services/child-process.ts"
import { temporaryFolder } from "../../test/services/temporary-folder.ts"
import { operationCommands, programCommands } from "./all-commands.ts"
import { flagOf } from "./operation/fields.ts"
import { operationCalls } from "./operation/operation-calls.ts"
import { ownFlagsOf } from "./operation/operation-command.ts"
import { isCovered, shorthandsFor } from "./operation/shorthands.ts"

describe("keyward alone", () => {
  test("shows the shortest way in, and not more", async () => {
    const { code, stdout, stderr } = await runProcess([])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toContain("keyward serve")
    expect(stdout.split("\n").length).toBeLessThan(15)
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(100)
  })

  test("has lines that work when they are pasted", async () => {
    const folder = temporaryFolder()
    const served = await startServe(["--data", folder.path])
    const { rootKey } = firstKeysOf(served)
    const [serve, ...others] = (await runHere([])).stdout.split("\n").filter((line) => line.startsWith("  "))
    expect(serve).toBe("  keyward serve")
    symlinkSync(join(import.meta.dir, "..", "..", "bin", "keyward"), join(folder.path, "keyward"))
    const lines = others.join("\n").replace("keyward login", `echo ${rootKey} | keyward login`)
    const pasted = startProcess({
      command: ["sh", "-ec", lines],
      env: { PATH: `${folder.path}:${process.env.PATH}`, KEYWARD_CONFIG_DIR: folder.path, KEYWARD_URL: served.url },
    })
    expect(await pasted.exit).toEqual({ code: 0, signal: null })
    expect(pasted.stdout()).toMatch(/^code +VALID$/m)
    served.kill("SIGTERM")
    await served.exit
    folder.remove()
  })

  test.each([["--help"], ["-h"], ["help"]])("with %s lists every command and the exit codes", async (flag) => {
    const { code, stdout } = await runHere([flag])
    expect(code).toBe(0)
    for (const { words } of programCommands) expect(stdout).toContain(`  ${words.join(" ")} `)
    for (const text of ["identities", "keyward help COMMAND", "Exit codes:"]) expect(stdout).toContain(text)
    expect(stdout.split("\n").length).toBeLessThan(63)
  })

  test.each([["--version"], ["-v"]])("%s tells the version", async (flag) => {
    expect(await runHere([flag])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" })
  })
})

describe("help", () => {
  test.each([...programCommands, ...operationCommands].map(({ words }) => [words.join(" ")]))(
    "teaches %s",
    async (command) => {
      const { code, stdout, stderr } = await runHere([...command.split(" "), "--help"])
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      expect(stdout).toStartWith(`Usage: keyward ${command}`)
      const [text = "", examples] = stdout.split(/^Examples?:\n/m)
      expect(examples).not.toBeEmpty()
      // An example stays on one line, to be pasted.
      expect(text.split("\n").filter((line) => line.length > 100)).toEqual([])
      expect(await runHere(["help", ...command.split(" ")])).toEqual({ code, stdout, stderr })
    },
  )

  test("tells type, bounds, default and choices of a flag", async () => {
    const { stdout } = await runHere(["keys", "create-key", "-h"])
    const about = (flag: string) => new RegExp(`^  --${flag}\\b[^]*?(?=\\n  -|\\n\\n)`, "m").exec(stdout)?.[0]
    expect(stdout).toMatch(/^ {2}API_ID +Id of the API\. See `keyward apis list`\.$/m)
    expect(about("byte-length")).toMatch(/NUMBER +.*16 to 255/)
    expect(about("\\[no-\\]recoverable")).toMatch(/Default:\s+false\./)
    expect(about("refill")).toContain("1000/month@15")
    expect(about("expires")).toContain("2027-01-31T12:00:00Z")
    expect(about("meta")).toContain("plan=pro")
    expect(stdout).toContain("api.{apiId}.create_key")
    for (const line of stdout.split("\nExample")[0]?.split("\n") ?? []) expect(line.length).toBeLessThanOrEqual(100)
    expect((await runHere(["workspaces", "disable", "-h"])).stdout).toContain("One of unpaid_billing, ")
  })

  test("lists the operations of a resource", async () => {
    const { code, stdout } = await runHere(["identities"])
    expect(code).toBe(0)
    for (const name of ["create EXTERNAL_ID", "get IDENTITY", "  list "]) expect(stdout).toContain(name)
    expect((await runHere(["identities", "--help"])).stdout).toBe(stdout)
    expect((await runHere(["help", "identities"])).stdout).toBe(stdout)
  })
})

describe("a command that does not exist", () => {
  test.each([
    [["sevre"], "`keyward serve`"],
    [["identites"], "`keyward identities`"],
    [["identities", "creat-identity"], "`keyward identities create`"],
    [["createKey"], "`keyward keys create`"],
    [["audit", "verfy"], "`keyward audit verify`"],
    [["help", "migrat"], "`keyward migrate`"],
  ])("%p is answered with what was meant", async (args, meant) => {
    expect(await runHere(args)).toEqual(failure(2, `Did you mean ${meant}?`))
  })

  test("is answered with the way to the list where nothing is near", async () => {
    const { code, stderr } = await runProcess(["frobnicate"])
    expect(code).toBe(2)
    expect(stderr).toBe('There is no command "frobnicate". `keyward --help` lists all commands.\n')
  })

  test.each([
    [["serve", "--prot", "1"], "There is no flag --prot. Did you mean --port?"],
    [["serve", "--port"], "--port needs a value"],
    [["serve", "8080"], 'Unexpected argument "8080".'],
    [["migrate", "--chek"], "Did you mean --check?"],
    [["audit", "verify", "--worskpace", "ws_1"], "Did you mean --workspace?"],
  ])("nor does a wrong flag: %p", async (args, message) => {
    const { code, stderr } = await runHere(args)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
    expect(stderr).toContain("--help` explains this command.")
  })
})

describe("the output", () => {
  test("may have a reader who leaves early", async () => {
    const child = startProcess({ command: ["sh", "-c", `{ ${programWords} help; echo "code $?" >&2; } | true`] })
    await child.exit
    expect(child.stderr()).toBe("code 0\n")
  })

  test("that cannot be written is a failure in one sentence", async () => {
    // Only Linux has a disk that is always full.
    if (!existsSync("/dev/full")) return
    const child = startProcess({ command: ["sh", "-c", `${programWords} help > /dev/full`] })
    expect((await child.exit).code).toBe(1)
    expect(child.stderr()).toMatch(/^The output cannot be written: .*ENOSPC.*\n$/)
  })
})

test("no field of an operation hides behind a flag of the program", () => {
  for (const call of operationCalls) {
    const own = ownFlagsOf(call)
    const shorthands = shorthandsFor(call.fields())
    // A shorthand such as `--endpoint` can take the place of a field.
    const spelled = call.fields().filter((field) => !shorthands.some((shorthand) => isCovered(field, shorthand)))
    const flags = [...spelled.map(({ path }) => flagOf(path)), ...shorthands.map(({ flag }) => flag)]
    expect(flags.filter((flag) => own.has(flag)).map((flag) => `${call.words.join(" ")} --${flag}`)).toEqual([])
  }
})
