import type { Outcome } from "../cases/case.ts"
import { atFileEnd } from "../services/at-file-end.ts"
import { lineReader } from "./lines.ts"

interface Program {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * A program that makes the calls of the list of cases: one call per line of standard input, one outcome per line of
 * standard output. It starts with the first call, and ends with the test file.
 */
export function caseProcess(programOf: () => Promise<Program>): (call: object) => Promise<Outcome> {
  let started: ReturnType<typeof start> | undefined
  const start = async () => {
    const { command, env } = await programOf()
    const child = Bun.spawn([...command], { stdio: ["pipe", "pipe", "inherit"], env })
    return { child, next: lineReader(child) }
  }
  atFileEnd(async () => {
    const running = await started
    running?.child.stdin.end()
    await running?.child.exited
    started = undefined
  })
  return async (call) => {
    started ??= start()
    const { child, next } = await started
    child.stdin.write(`${JSON.stringify(call)}\n`)
    child.stdin.flush()
    return JSON.parse(await next())
  }
}
