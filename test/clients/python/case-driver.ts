import { join } from "node:path"
import type { Driver, Outcome } from "../../cases/case.ts"
import { atFileEnd } from "../../services/at-file-end.ts"
import { lineReader } from "./lines.ts"
import { python, pythonEnvironment } from "./python.ts"

/** Both clients of clients/python, in one process. It starts with the first call, and ends with the test file. */
export function pythonDriver(isAsync: boolean): Driver {
  return async ({ idempotencyKey = null, input = null, ...call }): Promise<Outcome> => {
    const { child, next } = startedProcess()
    child.stdin.write(`${JSON.stringify({ ...call, input, idempotencyKey, isAsync })}\n`)
    child.stdin.flush()
    return JSON.parse(await next())
  }
}

let started: ReturnType<typeof start> | undefined

function startedProcess() {
  started ??= start()
  return started
}

atFileEnd(async () => {
  started?.child.stdin.end()
  await started?.child.exited
  started = undefined
})

function start() {
  const command = [python(), "-s", join(import.meta.dir, "drive_cases.py")]
  const child = Bun.spawn(command, { stdio: ["pipe", "pipe", "inherit"], env: pythonEnvironment() })
  return { child, next: lineReader(child) }
}
