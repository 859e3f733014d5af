import { expect } from "bun:test"
import type { Reply } from "../harness/harness.ts"

/** The key would hold too many permissions. The error names the key and the number. */
export function expectTooMany({ status, body }: Reply, ...named: readonly string[]): void {
  expect(status).toBe(412)
  expect(body.error.type).toEndWith("/application/precondition_failed")
  for (const text of named) expect(body.error.detail).toContain(text)
}
