import { expect } from "bun:test"

/** What `runHere` returns for a command that fails with this message and prints nothing. */
export function failure(code: number, message: string) {
  return { code, stdout: "", stderr: expect.stringContaining(message) }
}
