import type { PageResult } from "./result.ts"

/** How one call differs from what the client does otherwise. */
export interface CallOptions {
  /** Ends the call, also while it waits for its next attempt. */
  readonly signal?: AbortSignal | undefined
  /** For each attempt. */
  readonly timeoutMs?: number | undefined
  /** For all attempts and the waits between them. */
  readonly totalTimeoutMs?: number | undefined
  /** How often to repeat what may be repeated; 0 for never. */
  readonly retries?: number | undefined
  /** Of a change; made by the client if absent. The same key within 24 hours gives the same answer again. */
  readonly idempotencyKey?: string | undefined
}

/** Gives one page when called; `all` goes through every page, and throws where a page is refused. */
export interface PagedCall<Parameters extends readonly unknown[], Item> {
  (...parameters: Parameters): Promise<PageResult<Item>>
  all(...parameters: Parameters): AsyncIterable<Item>
}
