import { callsTo, isUnavailable } from "../crash/call.ts"
import type { Reply } from "../harness.ts"
import type { Fate } from "./history.ts"
import type { Station } from "./station.ts"

/** One request to one node, and when it was under way. */
export interface Asked {
  readonly node: number
  readonly startedAt: number
  readonly endedAt: number
  /** Nothing where the connection ended first. */
  readonly reply: Reply | undefined
}

export interface Question {
  readonly operation: string
  readonly body: unknown
  readonly key: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Ask = (node: number, question: Question) => Promise<Asked>

export function asksOf(stations: readonly Station[]): Ask {
  return async (node, { operation, body, key, headers }) => {
    const station = stations[node]
    if (station === undefined) throw new Error(`There is no node ${node}.`)
    const startedAt = performance.now()
    const reply = await callsTo(station.url, key)(operation, body, headers)
    return { node, startedAt, endedAt: performance.now(), reply }
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

/** What became of it, where it has no other reason to fail than a fault. */
export function fateOf({ reply, startedAt, endedAt }: Asked): Fate {
  if (reply === undefined) return "open"
  if (reply.status === 200) return "done"
  if (!isUnavailable(reply)) throw new Error(`A call was answered ${reply.status}: ${reply.text}`)
  return endedAt - startedAt < openAfterMs ? "refused" : "open"
}
