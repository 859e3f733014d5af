import { join } from "node:path"
import type { Driver } from "../../cases/case.ts"
import { caseProcess } from "../case-process.ts"
import { python, pythonEnvironment } from "./python.ts"

/** Both clients of clients/python, in one process. */
const ask = caseProcess(async () => ({
  command: [python(), "-s", join(import.meta.dir, "drive_cases.py")],
  env: pythonEnvironment(),
}))

export function pythonDriver(isAsync: boolean): Driver {
  return ({ idempotencyKey = null, input = null, ...call }) => ask({ ...call, input, idempotencyKey, isAsync })
}
