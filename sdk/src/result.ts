import type { KeywardError } from "./error.ts"
import type { Pagination } from "./generated/types.gen.ts"

/** What a call came to: `data`, or an `error` in its place. Look at one and the type of the other follows. */
export type Result<Data> = Success<Data> | Failure

export interface Success<Data> {
  readonly data: Data
  readonly error?: undefined
  /** Under which the service has logged the call. */
  readonly requestId: string
  /** Of the answer: `Idempotency-Replayed`, `RateLimit-Remaining`, `Keyward-Limits` and so on. */
  readonly headers: Headers
}

export interface Failure {
  readonly error: KeywardError
  readonly data?: undefined
  readonly pagination?: undefined
  /** In the error, where there was an answer. */
  readonly requestId?: undefined
  readonly headers?: undefined
}

/** One page of a list. */
export type PageResult<Item> = (Success<Item[]> & { readonly pagination: Pagination }) | Failure

/** The data of a result; throws its error where there is one. */
export async function unwrap<Data>(result: Result<Data> | Promise<Result<Data>>): Promise<Data> {
  const { data, error } = await result
  if (error !== undefined) throw error
  return data
}
