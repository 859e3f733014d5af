import type { Fetch } from "./attempt.ts"
import type { CallOptions } from "./call.ts"
import { operations } from "./generated/operations.gen.ts"
import type { Operations } from "./generated/types.gen.ts"
import { everyItem } from "./pages.ts"
import type { PageResult, Result } from "./result.ts"
import type { Kind } from "./retry.ts"
import { type Connection, send } from "./send.ts"

export interface KeywardOptions {
  /** Address of the service, such as `https://keys.example.com`. Default: the variable `KEYWARD_URL`. */
  readonly url?: string | undefined
  /** A root key, an operator key, or an API key that reads itself. Default: the variable `KEYWARD_KEY`. */
  readonly key?: string | undefined
  /**
   * Milliseconds for each attempt. Default: 15,000, so that the service can return 503 if its database does not
   * respond.
   */
  readonly timeoutMs?: number | undefined
  /** Milliseconds for all attempts of a call and the waits between them. Default: 30,000. */
  readonly totalTimeoutMs?: number | undefined
  /** Maximum number of retries, if a call is safe to repeat. Default: 2. 0 for none. */
  readonly retries?: number | undefined
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch | undefined
}

export type Keyward = Operations

/** A client for one service with one key. Throws a TypeError if address or key are invalid. */
export function createKeyward(options: KeywardOptions = {}): Keyward {
  const connection = connectionOf(options)
  const groups = Object.entries(operations).map(([resource, members]) => {
    const methods = Object.entries(members).map(([name, kind]) => [
      name,
      method(connection, `${resource}.${name}`, kind),
    ])
    return [resource, Object.fromEntries(methods)]
  })
  // The table and the types are generated from the same operations.
  return Object.fromEntries(groups) as Keyward
}

function connectionOf(options: KeywardOptions): Connection {
  const {
    url = variable("KEYWARD_URL"),
    key = variable("KEYWARD_KEY"),
    timeoutMs = 15_000,
    totalTimeoutMs = 30_000,
    retries = 2,
  } = options
  if (url === "") throw new TypeError("Keyward's address is missing: set KEYWARD_URL, or pass `url`.")
  if (key === "") throw new TypeError("The key for Keyward is missing: set KEYWARD_KEY, or pass `key`.")
  if (!/^https?:\/\/[^/]/.test(url)) {
    throw new TypeError(
      `The url ${JSON.stringify(url)} is not the address of a Keyward service. Write it as in https://keys.example.com.`,
    )
  }
  // fetch quotes a header that it refuses, so the key could end up in a log.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError("The key contains characters other than visible ASCII. Check for spaces and line breaks.")
  }
  // The fetch of browsers and Workers fails if it is called as a method of another object.
  const ask: Fetch = options.fetch ?? ((url, init) => fetch(url, init))
  return { origin: url.replace(/\/+$/, ""), key, fetch: ask, timeoutMs, totalTimeoutMs, retries }
}

/** Browsers and Workers have no `process`. */
function variable(name: "KEYWARD_URL" | "KEYWARD_KEY"): string {
  const host: { readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> } } = globalThis
  return host.process?.env?.[name] ?? ""
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
