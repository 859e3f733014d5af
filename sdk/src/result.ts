import type { KeywardError } from "./error.ts"
import type { Pagination } from "./generated/types.gen.ts"

/** The result of a call: either `data` or `error`. A check of one narrows the type of the other. */
export type Result<Data> = Success<Data> | Failure

export interface Success<Data> {
  /** What the operation returns. */
  readonly data: Data
  readonly error?: undefined
  /** The request id in the log of the service. */
  readonly requestId: string
  /** Headers of the response, such as `Idempotency-Replayed`, `RateLimit-Remaining` and `Keyward-Limits`. */
  readonly headers: Headers
}

export interface Failure {
  readonly error: KeywardError
  readonly data?: undefined
  readonly pagination?: undefined
  /** In the error, if there was a response. */
  readonly requestId?: undefined
  readonly headers?: undefined
}

/** One page of a list. */
export type PageResult<Item> = (Success<Item[]> & { readonly pagination: Pagination }) | Failure

/** Returns the data of a result, or throws its error. */
export async function unwrap<Data>(result: Result<Data> | Promise<Result<Data>>): Promise<Data> {
  const { data, error } = await result
  if (error !== undefined) throw error
  return data
}
