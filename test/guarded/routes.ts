import type { Verdict } from "@keyward/client/express"
import type { GuardOptions } from "../../sdk/src/guard.ts"
import { createKeyward } from "../../sdk/src/index.ts"
import { steadyWindowMs } from "../harness/steady-window.ts"

/** An application with guarded routes, in one of the frameworks. */
export interface GuardedApp {
  readonly url: string
  stop(): Promise<void>
}

export interface GuardedSettings {
  readonly keywardUrl: string
  readonly rootKey: string
  /** What the guard reports goes here. */
  readonly errors: string[]
}

/** The default of two seconds is too short for a busy machine. */
const timeoutMs = 60_000

/** The same routes for every framework; they differ in how a request is looked at. */
export function guardedRoutes<Request>(
  { errors }: GuardedSettings,
  look: (request: Request) => { query(name: string): string | undefined; header(name: string): string | undefined },
): Readonly<Record<string, GuardOptions<Request>>> {
  const onError: GuardOptions<Request>["onError"] = (error) => void errors.push(error.code)
  const routes: Record<string, GuardOptions<Request>> = {
    "/plain": {},
    "/documents": { permissions: "documents.read" },
    "/paid": { credits: { cost: 3 } },
    "/billed": { credits: { cost: 3 }, exhausted: 402 },
    "/limited": { ratelimits: [{ name: "requests", limit: 1, duration: steadyWindowMs }] },
    "/twice-limited": {
      ratelimits: [
        { name: "loose", limit: 100, duration: 60_000 },
        { name: "tight", limit: 2, duration: steadyWindowMs },
      ],
    },
    "/from-address": { perRequest: (request) => ({ ip: look(request).header("x-address") }) },
    "/in-query": { getKey: (request) => look(request).query("key") },
    "/lenient": { whenUnavailable: "allow" },
    "/own-words": { refusalBody: ({ code, status }) => ({ problem: code, status }) },
    "/misused": { permissions: "a AND" },
    "/faulty": {
      perRequest: () => {
        throw new Error("A defect of the application.")
      },
    },
  }
  return Object.fromEntries(Object.entries(routes).map(([path, options]) => [path, { onError, timeoutMs, ...options }]))
}

/** Fails fast, so that tests need not wait. */
export function connect({ keywardUrl, rootKey }: GuardedSettings) {
  return createKeyward({ url: keywardUrl, key: rootKey, retries: 0 })
}

/** What a guarded route answers with. */
export function shown(verdict: Verdict | undefined): Readonly<Record<string, unknown>> {
  return { code: verdict?.code, valid: verdict?.valid, keyId: verdict?.keyId }
}
