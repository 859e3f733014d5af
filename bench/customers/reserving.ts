import { benchKey } from "../bench-key.ts"
import type { Work } from "../job.ts"
import { callOperation } from "../seed.ts"

/** Callers at a time. */
const callers = 64

/** What a caller does again and again with the key of a number. */
type Turn = (port: number, work: Work, key: string) => Promise<unknown>

export const spend: Turn = (port, { bearer }, key) => callOperation(port, bearer, "keys.verifyKey", { key })

export const reserveAndCommit: Turn = async (port, { bearer }, key) => {
  const credits = { cost: 10, reserve: true }
  const { reservationId } = await callOperation(port, bearer, "keys.verifyKey", { key, credits })
  await callOperation(port, bearer, "credits.commit", { reservationId, amount: 7 })
}

interface Place {
  readonly nodes: readonly { readonly port: number }[]
}

/** The second call needs the answer of the first, which the load generator cannot do. */
export async function countTurns({ nodes }: Place, work: Work, turn: Turn, durationMs: number) {
  const startedAt = performance.now()
  let count = 0
  const call = async (place: number) => {
    for (let round = place; performance.now() - startedAt < durationMs; round += callers) {
      const port = nodes[round % nodes.length]?.port ?? 0
      await turn(port, work, benchKey(work.first + (round % work.count)))
      count += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, place) => call(place)))
  return { count, seconds: (performance.now() - startedAt) / 1000 }
}
