import type { Fetch } from "./attempt.ts"
import { pageOrigin } from "./page-origin.ts"
import type { Caller, Connection } from "./send.ts"
import { traceHeaders } from "./trace-headers.ts"

interface CommonOptions {
  /**
   * Address of the service, such as `https://keys.example.com`. Default: the variable `KEYWARD_URL`, or the origin of
   * the page in a browser.
   */
  readonly url?: string | undefined
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
  /**
   * Returns headers that are added to every request. Default: `traceparent` and `tracestate` of the current span, if the
   * application uses OpenTelemetry.
   */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined
}

export interface KeywardOptions extends CommonOptions {
  /** A root key, an operator key, or an API key that reads itself. Default: the variable `KEYWARD_KEY`. */
  readonly key?: string | undefined
  readonly session?: undefined
}

interface WorkspaceSession {
  /** The workspace to act in, or `operator`. */
  readonly workspace: string
  readonly portal?: undefined
}

interface PortalSessionOfPage {
  /** The session of a customer in the portal. `new` before its link is opened. */
  readonly portal: string
  readonly workspace?: undefined
}

/** For a page of the service, in the browser of a person who has signed in. */
export interface SessionOptions extends CommonOptions {
  readonly session: WorkspaceSession | PortalSessionOfPage
  readonly key?: undefined
}

export type ConnectionOptions = KeywardOptions | SessionOptions

export function connectionOf(options: ConnectionOptions): Connection {
  const { timeoutMs = 15_000, totalTimeoutMs = 30_000, retries = 2, headers = traceHeaders } = options
  const url = options.url ?? variable("KEYWARD_URL") ?? pageOrigin() ?? ""
  if (url === "") throw new TypeError("Keyward's address is missing: set KEYWARD_URL, or pass `url`.")
  if (!/^https?:\/\/[^/]/.test(url)) {
    throw new TypeError(
      `The url ${JSON.stringify(url)} is not the address of a Keyward service. Write it as in https://keys.example.com.`,
    )
  }
  // The fetch of browsers and Workers fails if it is called as a method of another object.
  const ask: Fetch = options.fetch ?? ((url, init) => fetch(url, init))
  const origin = url.replace(/\/+$/, "")
  return { origin, caller: callerOf(options), headers, fetch: ask, timeoutMs, totalTimeoutMs, retries }
}

function callerOf({ key, session }: ConnectionOptions): Caller {
  if (session === undefined) return { key: requireKey(key ?? variable("KEYWARD_KEY") ?? "") }
  if (key !== undefined) throw new TypeError("A client has either `key` or `session`. Remove one of them.")
  const { workspace, portal } = session
  if (portal !== undefined) return { portal: requirePortal(portal) }
  if (/^(operator|ws_\w+)$/.test(workspace)) return { workspace }
  throw new TypeError(
    `The workspace ${JSON.stringify(workspace)} is not the id of a workspace. Write it as in ws_3kTYVCZ5, or "operator".`,
  )
}

/** It is a header, in which fetch would refuse and quote other characters. */
function requirePortal(portal: string): string {
  if (/^(new|pts_\w+)$/.test(portal)) return portal
  throw new TypeError(`The portal ${JSON.stringify(portal)} is not the id of a portal session, and not "new".`)
}

function requireKey(key: string): string {
  if (key === "") throw new TypeError("The key for Keyward is missing: set KEYWARD_KEY, or pass `key`.")
  // fetch quotes a header that it refuses, so the key could end up in a log.
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new TypeError("The key contains characters other than visible ASCII. Check for spaces and line breaks.")
}

/** Browsers and Workers have no `process`. */
interface Host {
  readonly fetch?: unknown
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> }
}

function variable(name: "KEYWARD_URL" | "KEYWARD_KEY"): string | undefined {
  const host: Host = globalThis
  return host.process?.env?.[name]
}
