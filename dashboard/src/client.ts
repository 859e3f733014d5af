import { createKeyward, KeywardError, type PageResult, type Result, type SessionKeyward } from "@keyward/client"
import { checkReachable, noteReachable } from "./connection.ts"
import { askToSignIn, signInCount } from "./sign-in-request.ts"
import { noteTime } from "./ui/present.ts"

export type Client = SessionKeyward

const clients = new Map<string, Client>()

/** The client for a workspace, or for `operator`. */
export function clientFor(workspace: string): Client {
  const known = clients.get(workspace)
  if (known) return known
  const client = createKeyward({ session: { workspace } })
  clients.set(workspace, client)
  return client
}

/** Sends a call and returns its data, or throws its error. Where it must, it asks the person to sign in again first. */
export async function ask<Data>(call: () => Promise<Result<Data>>, isChange = false): Promise<Data> {
  const result = await signedIn(call, isChange)
  if (result.error) throw result.error
  return result.data
}

export interface ListPage<Item> {
  readonly items: readonly Item[]
  readonly cursor: string | undefined
  /** How many match, if the list counts them. */
  readonly matches: Matches | undefined
}

export interface Matches {
  readonly total: number
  /** More than `total` match. */
  readonly isAtLeast: boolean
}

/** The same for a page of a list. */
export async function askPage<Item>(call: () => Promise<PageResult<Item>>): Promise<ListPage<Item>> {
  const result = await signedIn(call)
  if (result.error) throw result.error
  const { data, pagination } = result
  const { total, totalIsAtLeast = false } = pagination
  const matches = total === undefined ? undefined : { total, isAtLeast: totalIsAtLeast }
  return { items: data, cursor: pagination.hasMore ? pagination.cursor : undefined, matches }
}

/** The browser itself drops a cookie that has expired, so that the server sees none. */
const signedOutCodes: ReadonlySet<string> = new Set(["authentication/session_expired", "authentication/missing"])

/** Whether a call failed because the session has ended. */
export function isSignedOut(error: KeywardError | undefined): boolean {
  return error?.code !== undefined && signedOutCodes.has(error.code)
}

const slowMs = 4_000

async function signedIn<
  Outcome extends { readonly error?: KeywardError | undefined; readonly headers?: Headers | undefined },
>(call: () => Promise<Outcome>, isChange = false): Promise<Outcome> {
  // A server that hangs closes no connection, so that nothing would say so for a long time.
  const slow = setTimeout(checkReachable, slowMs)
  const sentAfter = signInCount()
  const outcome = await call().finally(() => clearTimeout(slow))
  noteTime(Date.parse(outcome.headers?.get("date") ?? ""))
  const code = outcome.error?.code
  if (code !== "client/timeout") noteReachable(code !== "client/unreachable")
  if (isSignedOut(outcome.error)) return (await askToSignIn("expired", { sentAfter, isChange })) ? call() : outcome
  if (code === "authorization/sign_in_again") return (await askToSignIn("recent", { sentAfter })) ? call() : outcome
  return outcome
}

/** The error of a call, if it is one. */
export function keywardError(error: unknown): KeywardError | undefined {
  return error instanceof KeywardError ? error : undefined
}
