import type { Fetch } from "./attempt.ts"
import type { CallOptions } from "./call.ts"
import { operations } from "./generated/operations.gen.ts"
import type { Operations } from "./generated/types.gen.ts"
import { everyItem } from "./pages.ts"
import type { PageResult, Result } from "./result.ts"
import type { Kind } from "./retry.ts"
import { type Connection, send } from "./send.ts"

export interface KeywardOptions {
  /** Address of the service, such as `https://keys.example.com`. */
  readonly url: string | undefined
  /** Root key, operator key, or API key for what it may ask about itself. */
  readonly key: string | undefined
  /** For each attempt; 15,000 if absent, which leaves the service time to answer 503 by itself when its database is silent. */
  readonly timeoutMs?: number | undefined
  /** For all attempts of a call and the waits between them; 30,000 if absent. */
  readonly totalTimeoutMs?: number | undefined
  /** How often to repeat what may be repeated; 2 if absent, 0 for never. */
  readonly retries?: number | undefined
  /** In the place of the global `fetch`. */
  readonly fetch?: Fetch | undefined
}

export type Keyward = Operations

/** A client of one service, calling with one key. Throws a TypeError where address or key cannot be right. */
export function createKeyward(options: KeywardOptions): Keyward {
  const connection = connectionOf(options)
  const groups = Object.entries(operations).map(([resource, members]) => {
    const methods = Object.entries(members).map(([name, kind]) => [
      name,
      method(connection, `${resource}.${name}`, kind),
    ])
    return [resource, Object.fromEntries(methods)]
  })
  // The table and the types are written from the same operations.
  return Object.fromEntries(groups) as Keyward
}

function connectionOf(options: KeywardOptions): Connection {
  const { url = "", key = "", timeoutMs = 15_000, totalTimeoutMs = 30_000, retries = 2 } = options
  if (!/^https?:\/\/[^/]/.test(url)) {
    throw new TypeError(
      `The url ${JSON.stringify(url)} is no address of a Keyward service: https://keys.example.com is one.`,
    )
  }
  // Where fetch refuses a header it quotes it, and the key would be in somebody's log.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError("The key is empty or holds more than visible ASCII characters. Is its variable set?")
  }
  // Called as a method of something else, the fetch of browsers and Workers refuses.
  const ask: Fetch = options.fetch ?? ((url, init) => fetch(url, init))
  return { origin: url.replace(/\/+$/, ""), key, fetch: ask, timeoutMs, totalTimeoutMs, retries }
}

function method(connection: Connection, operation: string, kind: Kind) {
  const call = async (input?: object, options: CallOptions = {}): Promise<Result<unknown>> => {
    const outcome = await send(connection, { operation, kind, input, options })
    if ("error" in outcome) return outcome
    const { envelope, headers } = outcome
    const { meta, data, pagination } = envelope
    return { data, ...(pagination && { pagination }), requestId: meta.requestId, headers }
  }
  if (kind !== "pages") return call
  const page = call as (input?: object, options?: CallOptions) => Promise<PageResult<unknown>>
  return Object.assign(call, { all: (input?: object, options?: CallOptions) => everyItem(page, input, options) })
}
