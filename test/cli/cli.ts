import { tmpdir } from "node:os"
import { join } from "node:path"
import { findFreePort } from "../../scripts/test/service.ts"
import { type ChildProcess, startProcess } from "../services/child-process.ts"
import { startInTerminal, type Terminal } from "../services/terminal.ts"
import { type Ran, withoutProgress } from "./run-here.ts"

export { type Ran, runHere } from "./run-here.ts"

/** The executable that `npm test` has built, or else the source. */
export const program = process.env.KEYWARD_TEST_PROGRAM
  ? [process.env.KEYWARD_TEST_PROGRAM]
  : [process.execPath, join(import.meta.dir, "..", "..", "src", "main.ts")]

/** As words of a shell. */
export const programWords = program.map((word) => `'${word}'`).join(" ")

/** The executable itself, for tests of how it is installed. */
export function builtExecutable(): string {
  const path = process.env.KEYWARD_TEST_PROGRAM
  if (!path) throw new Error("There is no executable for this test: run through npm test.")
  return path
}

/** Hides the stored profiles of the person who runs the tests. */
const noProfiles = { KEYWARD_CONFIG_DIR: join(tmpdir(), "keyward-without-profiles") }

type Environment = Readonly<Record<string, string>>

/** Runs the program in its own process. */
export function startCli(args: readonly string[], env: Environment = {}, input?: string): ChildProcess {
  const given = input === undefined ? {} : { input }
  return startProcess({ command: [...program, ...args], env: { ...noProfiles, ...env }, ...given })
}

/** The same in a real terminal. */
export function startCliInTerminal(args: readonly string[], env: Environment = {}): Terminal {
  return startInTerminal({ command: [...program, ...args], env: { ...noProfiles, ...env } })
}

export interface ServedCli extends ChildProcess {
  readonly port: number
  readonly url: string
}

/** `keyward serve` on a free port, listening. */
export function startServe(args: readonly string[], env: Environment = {}): Promise<ServedCli> {
  return serveWith((all) => startCli(all, env), args)
}

/** The same for a program that is started in another way. */
export async function serveWith(
  start: (args: readonly string[]) => ChildProcess,
  args: readonly string[],
): Promise<ServedCli> {
  const port = await findFreePort()
  const child = start(["serve", "--port", String(port), ...args])
  await child.waitForOutput(/Keyward listens on/)
  return { ...child, port, url: `http://localhost:${port}` }
}

/** As `runHere`, in its own process. */
export async function runProcess(args: readonly string[], env: Environment = {}, input?: string): Promise<Ran> {
  const child = startCli(args, env, input)
  const { code } = await child.exit
  return { code: code ?? -1, stdout: child.stdout(), stderr: withoutProgress(child.stderr()) }
}
