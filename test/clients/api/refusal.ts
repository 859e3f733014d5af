import { expect } from "bun:test"
import { APIError, type UnkeyError } from "@unkey/api/models/errors"

type ErrorClass = abstract new (...parts: never[]) => UnkeyError

/**
 * The call fails with this class of the client's errors, carrying what the server said. `APIError` is what the client
 * makes of a status for which it has no class in that method: it holds the answer as text only.
 */
export async function expectRefusal(call: Promise<unknown>, kind: ErrorClass, code: string): Promise<UnkeyError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason) => reason,
  )
  if (!(error instanceof kind)) throw new Error(`expected ${kind.name} for ${code}, got ${error}`, { cause: error })
  const sent = JSON.parse(error.body)
  expect(sent.error.type).toEndWith(`/api-reference/errors-v2/service/${code}`)
  expect(error.statusCode).toBe(sent.error.status)
  if (!(error instanceof APIError)) expect(error).toMatchObject(sent)
  return error
}
