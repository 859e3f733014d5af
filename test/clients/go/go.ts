import { existsSync, renameSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { goSettings } from "../../../scripts/test/go-toolchain.ts"
import { startProcess } from "../../services/child-process.ts"

export const clientFolder = join(import.meta.dir, "../../../clients/go")

/** The Go that scripts/test.ts has prepared. */
function goProgram(): string {
  const path = process.env.KEYWARD_TEST_GO
  if (!path) throw new Error("KEYWARD_TEST_GO is not set: run the tests with npm test.")
  return path
}

/** Runs a command of Go in the folder of the client, unless another one is given. */
export async function go(args: readonly string[], cwd = clientFolder, env: Readonly<Record<string, string>> = {}) {
  return run([goProgram(), ...args], cwd, env)
}

/** Names the files that gofmt would change. */
export async function gofmt(args: readonly string[]) {
  const { output } = await go(["env", "GOROOT"])
  return run([join(output.trim(), "bin/gofmt"), ...args], clientFolder)
}

async function run(command: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
  const child = startProcess({ command, cwd, env: { ...process.env, ...goSettings(), ...env } })
  const { code } = await child.exit
  return { code, output: `${child.stdout()}${child.stderr()}` }
}

/** The tests of the client as one program, which test files share. */
export async function testProgram(): Promise<string> {
  const program = join(tmpdir(), "keyward-go.test")
  if (!existsSync(program)) {
    const unfinished = `${program}.${crypto.randomUUID()}`
    const { code, output } = await go(["test", "-c", "-o", unfinished, "."])
    if (code !== 0) throw new Error(`The tests of clients/go cannot be built:\n${output}`)
    renameSync(unfinished, program)
  }
  return program
}
