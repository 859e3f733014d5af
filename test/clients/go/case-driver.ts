import type { Driver } from "../../cases/case.ts"
import { caseProcess } from "../case-process.ts"
import { testProgram } from "./go.ts"

/** The client of clients/go: its tests make the calls of the list instead, because they know all types. */
export function goDriver(): Driver {
  const ask = caseProcess(async () => ({ command: [await testProgram()], env: { ...process.env, KEYWARD_CASES: "1" } }))
  return ({ idempotencyKey = null, input = null, ...call }) => ask({ ...call, input, idempotencyKey })
}
