import { isUnavailable } from "../crash/call.ts"
import type { Reply } from "../harness/harness.ts"
import { outcomeOf } from "../requests/outcome.ts"
import type { CallResult } from "./history.ts"
import type { Station } from "./station.ts"

/** One request to one node, when it started and when it ended. */
export interface Attempt {
  readonly node: number
  readonly startedAt: number
  readonly endedAt: number
  /** Undefined if the connection was refused, or ended before the response. */
  readonly reply: Reply | undefined
  readonly wasSent: boolean
}

export interface ApiRequest {
  readonly operation: string
  readonly body: unknown
  /** null: none, as in a browser. */
  readonly key: string | null
  readonly headers?: Readonly<Record<string, string>>
}

export type Ask = (node: number, request: ApiRequest) => Promise<Attempt>

const expected = new Set([
  "200",
  "503 application/service_unavailable",
  "403 authorization/workspace_disabled",
  "409 application/idempotency_in_progress",
  "409 data/identity_already_exists",
  "409 data/role_already_exists",
])

/** Reports every response that a client must never get. */
export function watched(ask: Ask, note: (attempt: Attempt, outcome: string) => void): Ask {
  return async (node, request) => {
    const attempt = await ask(node, request)
    const outcome = attempt.reply && outcomeOf(attempt.reply)
    if (outcome !== undefined && !expected.has(outcome)) note(attempt, `${request.operation}: ${outcome}`)
    return attempt
  }
}

export function asksOf(stations: readonly Station[]): Ask {
  return async (node, { operation, body, key, headers }) => {
    const station = stations[node]
    if (station === undefined) throw new Error(`There is no node ${node}.`)
    const startedAt = performance.now()
    const { reply, wasSent } = await send(`${station.url}/v2/${operation}`, {
      method: "POST",
      headers: {
        ...(key !== null && { Authorization: `Bearer ${key}` }),
        "Content-Type": "application/json",
        ...headers,
      },
      body: JSON.stringify(body),
      // On a kept-alive connection Bun would repeat the request automatically when the server ends.
      keepalive: false,
    })
    return { node, startedAt, endedAt: performance.now(), reply, wasSent }
  }
}

async function send(url: string, init: RequestInit): Promise<Pick<Attempt, "reply" | "wasSent">> {
  try {
    const response = await fetch(url, init)
    const text = await response.text()
    const reply = { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
    return { reply, wasSent: true }
  } catch (error) {
    const wasSent = !(error instanceof Error && "code" in error && error.code === "ECONNREFUSED")
    return { reply: undefined, wasSent }
  }
}

/** The data of a successful request. */
// biome-ignore lint/suspicious/noExplicitAny: as in Reply.
export function dataIn({ reply }: Attempt): any {
  if (reply?.status !== 200) throw new Error(`A call failed: ${reply?.text}`)
  return reply.body.data
}

/** The data of a request that is sent again if a busy node refuses it, as clients do. */
// biome-ignore lint/suspicious/noExplicitAny: as in Reply.
export async function askPatiently(ask: Ask, node: number, request: ApiRequest): Promise<any> {
  for (;;) {
    const attempt = await ask(node, request)
    if (resultOf(attempt) !== "refused") return dataIn(attempt)
    await Bun.sleep(50)
  }
}

/** If a node cannot find out in time whether its transaction committed, it returns 503 after this time. */
const openAfterMs = 8_000

/** The result of a request. An unexpected response leaves it open. */
export function resultOf({ reply, wasSent, startedAt, endedAt }: Attempt): CallResult {
  if (reply === undefined) return wasSent ? "open" : "refused"
  if (reply.status === 200) return "done"
  return isUnavailable(reply) && endedAt - startedAt < openAfterMs ? "refused" : "open"
}
