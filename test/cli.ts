import { tmpdir } from "node:os"
import { join } from "node:path"
import { findFreePort } from "../scripts/test/service.ts"
import { runCli } from "../src/cli/cli.ts"
import { type ChildProcess, startProcess } from "./services/child-process.ts"
import { startInTerminal, type Terminal } from "./services/terminal.ts"

/** The executable that `npm test` has built, or else the source. */
const program = process.env.KEYWARD_TEST_PROGRAM
  ? [process.env.KEYWARD_TEST_PROGRAM]
  : [process.execPath, join(import.meta.dir, "..", "src", "main.ts")]

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
  /** From the start until the program reports that it listens. */
  readonly startMs: number
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
  const startedAt = performance.now()
  const child = start(["serve", "--port", String(port), ...args])
  await child.waitForOutput(/Keyward listens on/, 20_000)
  return { ...child, port, url: `http://localhost:${port}`, startMs: performance.now() - startedAt }
}

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

interface Run {
  readonly env?: Environment
  readonly input?: string
  readonly columns?: number
  /** Answers at the terminal, one per question or one for all. Undefined means no terminal. */
  readonly answers?: readonly string[] | ((question: string) => string)
}

/** The same program in this process, which is faster. For commands that end on their own. */
export async function runHere(
  args: readonly string[],
  { env = {}, input = "", columns, answers }: Run = {},
): Promise<Ran> {
  let [stdout, stderr] = ["", ""]
  const remaining = typeof answers === "function" ? [] : [...(answers ?? [])]
  const ask = async (question: string) => {
    stderr += `${question}\n`
    return typeof answers === "function" ? answers(question) : remaining.shift()
  }
  const code = await runCli({
    args,
    environment: env,
    output: {
      isTerminal: columns !== undefined,
      isErrorTerminal: false,
      columns,
      print: (text) => {
        stdout += `${text}\n`
      },
      error: (text) => {
        stderr += `${text}\n`
      },
      paint: (_style, text) => text,
      showStatus: undefined,
      whenUnread: () => {},
    },
    now: Date.now,
    readInput: async () => input,
    prompt: answers && { ask, askSecret: ask },
  })
  return { code, stdout, stderr }
}

/** As `runHere`, in its own process. */
export async function runProcess(args: readonly string[], env: Environment = {}, input?: string): Promise<Ran> {
  const child = startCli(args, env, input)
  const { code } = await child.exit
  return { code: code ?? -1, stdout: child.stdout(), stderr: child.stderr() }
}
