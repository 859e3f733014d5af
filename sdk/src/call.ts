import type { PageResult } from "./result.ts"

/** Options of a single call. They override those of the client. */
export interface CallOptions {
  /** Aborts the call, even while it waits for its next attempt. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for each attempt. */
  readonly timeoutMs?: number | undefined
  /** Milliseconds for all attempts and the waits between them. */
  readonly totalTimeoutMs?: number | undefined
  /** Maximum number of retries, if the call is safe to repeat. 0 for none. */
  readonly retries?: number | undefined
  /**
   * Idempotency key of a change. The client generates one by default. The same key returns the same response for 24
   * hours.
   */
  readonly idempotencyKey?: string | undefined
}

/** Call it for one page. `all` iterates over every page, and throws if a page fails. */
export interface PagedCall<Parameters extends readonly unknown[], Item> {
  (...parameters: Parameters): Promise<PageResult<Item>>
  all(...parameters: Parameters): AsyncIterable<Item>
}
