import { isUnavailable } from "../crash/call.ts"
import type { Reply } from "../harness.ts"
import { outcomeOf } from "../outcome.ts"
import type { Fate } from "./history.ts"
import type { Station } from "./station.ts"

/** One request to one node, and when it was under way. */
export interface Asked {
  readonly node: number
  readonly startedAt: number
  readonly endedAt: number
  /** Nothing where the connection ended first, or nobody took it. */
  readonly reply: Reply | undefined
  readonly wasSent: boolean
}

export interface Question {
  readonly operation: string
  readonly body: unknown
  readonly key: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Ask = (node: number, question: Question) => Promise<Asked>

const expected = new Set([
  "200",
  "503 application/service_unavailable",
  "403 authorization/workspace_disabled",
  "409 application/idempotency_in_progress",
  "409 data/identity_already_exists",
  "409 data/role_already_exists",
])

/** Notes every answer that nobody should get. */
export function watched(ask: Ask, note: (asked: Asked, outcome: string) => void): Ask {
  return async (node, question) => {
    const asked = await ask(node, question)
    const outcome = asked.reply && outcomeOf(asked.reply)
    if (outcome !== undefined && !expected.has(outcome)) note(asked, `${question.operation}: ${outcome}`)
    return asked
  }
}

export function asksOf(stations: readonly Station[]): Ask {
  return async (node, { operation, body, key, headers }) => {
    const station = stations[node]
    if (station === undefined) throw new Error(`There is no node ${node}.`)
    const startedAt = performance.now()
    const { reply, wasSent } = await send(`${station.url}/v2/${operation}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
      // Over a connection that it kept, Bun would send a request again by itself when the server ends.
      keepalive: false,
    })
    return { node, startedAt, endedAt: performance.now(), reply, wasSent }
  }
}

async function send(url: string, init: RequestInit): Promise<Pick<Asked, "reply" | "wasSent">> {
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

/** What a request that was done gave back. */
// biome-ignore lint/suspicious/noExplicitAny: as in Reply.
export function dataIn({ reply }: Asked): any {
  if (reply?.status !== 200) throw new Error(`A call was not done: ${reply?.text}`)
  return reply.body.data
}

/** A commit that the server was not asked about in time is answered with 503 and left open; that takes this long. */
const openAfterMs = 8_000

/** What became of it; of what should not have been answered nobody knows. */
export function fateOf({ reply, wasSent, startedAt, endedAt }: Asked): Fate {
  if (reply === undefined) return wasSent ? "open" : "refused"
  if (reply.status === 200) return "done"
  return isUnavailable(reply) && endedAt - startedAt < openAfterMs ? "refused" : "open"
}
