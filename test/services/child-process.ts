import type { User } from "../../scripts/test/unprivileged-user.ts"
import { until } from "../harness/until.ts"
import { atFileEnd } from "./at-file-end.ts"

export type Exit = { readonly code: number | null; readonly signal: Bun.Subprocess["signalCode"] }

export type ChildProcess = {
  readonly pid: number
  stdout(): string
  stderr(): string
  /** Resolves with the first match in either stream. Rejects with both streams if the process ends or time runs out. */
  waitForOutput(pattern: RegExp, timeoutMs?: number): Promise<RegExpMatchArray>
  /** Resolves once the process has ended and its output was read. */
  readonly exit: Promise<Exit>
  kill(signal: NodeJS.Signals): void
}

type Start = {
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  /** Content of standard input; empty if absent. */
  readonly input?: string
  /** If set, `env` is the whole environment. */
  readonly isBare?: boolean
  /** Runs as another user, which only root can do. */
  readonly user?: User | undefined
}

const running = new Set<Bun.Subprocess>()

atFileEnd(async () => {
  for (const child of running) child.kill("SIGKILL")
  await Promise.all([...running].map((child) => child.exited))
})

/** Starts a program with `env` added to the environment of the test. The end of the file kills it. */
export function startProcess({
  command,
  env = {},
  cwd = process.cwd(),
  isBare = false,
  user,
  input,
}: Start): ChildProcess {
  const environment = isBare ? env : { ...process.env, ...env }
  const stdin = input === undefined ? "ignore" : new TextEncoder().encode(input)
  const child = Bun.spawn([...command], { cwd, env: environment, ...user, stdio: [stdin, "pipe", "pipe"] })
  running.add(child)
  const stdout = collect(child.stdout)
  const stderr = collect(child.stderr)
  const exit = Promise.all([child.exited, stdout.end, stderr.end]).then((): Exit => {
    running.delete(child)
    return child.signalCode ? { code: null, signal: child.signalCode } : { code: child.exitCode, signal: null }
  })

  function waitForOutput(pattern: RegExp, timeoutMs?: number): Promise<RegExpMatchArray> {
    const output = () => `${pattern} is not in the output:\n${stdout.text()}${stderr.text()}`
    const findMatch = () => {
      const hasEnded = !running.has(child)
      const match = stdout.text().match(pattern) ?? stderr.text().match(pattern) ?? undefined
      if (match === undefined && hasEnded) throw new Error(`The process ended. ${output()}`)
      return match
    }
    return until(findMatch, output, timeoutMs)
  }

  return {
    pid: child.pid,
    stdout: stdout.text,
    stderr: stderr.text,
    waitForOutput,
    exit,
    kill: (signal) => child.kill(signal),
  }
}

function collect(stream: ReadableStream<Uint8Array>): { text(): string; end: Promise<void> } {
  const decoder = new TextDecoder()
  let text = ""
  const read = async () => {
    for await (const chunk of stream) text += decoder.decode(chunk, { stream: true })
  }
  return { text: () => text, end: read() }
}
