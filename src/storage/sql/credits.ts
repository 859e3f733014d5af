import type { CreditSpends, Requester, Spend, SpendRequest } from "../port/store.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import type { Engine, SpendPatience } from "./engine.ts"
import { type Gathering, gather } from "./group-commit.ts"
import type { Database } from "./schema.ts"

interface Waiting {
  readonly request: SpendRequest
  readonly requester: Requester | undefined
  resolve(spend: Spend): void
  reject(error: unknown): void
}

/** A longer group would keep those of other nodes waiting for its balances. */
const largestGroup = 500

/**
 * While one group of spends commits the next one gathers, so that many spends share one durable write. A balance
 * that somebody else keeps for long has a line of its own until its spends are answered, and nobody else waits for it.
 */
export function creditSpends(engine: Engine): CreditSpends {
  const lines = new Map<string, Gathering<Waiting>>()
  const together = gather<Waiting>({ largestGroup, work: (group) => commitWanted(group, "short") })

  const commitWanted = async (group: readonly Waiting[], patience: SpendPatience): Promise<void> => {
    const wanted = group.filter(isWanted)
    if (wanted.length > 0) await commit(wanted, patience)
  }

  const commit = async (group: readonly Waiting[], patience: SpendPatience): Promise<void> => {
    try {
      const spends = await engine.spend(
        group.map(({ request }) => request),
        patience,
      )
      settle(group, spends)
    } catch (error) {
      // One of them may be the reason, and the others must not suffer for it.
      if (group.length === 1 || error instanceof StorageUnavailable) for (const { reject } of group) reject(error)
      else for (const one of group) await commit([one], patience)
    }
  }
  const settle = (group: readonly Waiting[], spends: readonly (Spend | "held")[]) => {
    group.forEach(({ resolve, reject }, index) => {
      const spend = spends[index]
      if (spend === undefined) reject(new Error("A spend was not answered."))
      else if (spend !== "held") resolve(spend)
    })
    const held = group.filter((_, index) => spends[index] === "held")
    for (const balanceId of new Set(held.map(balanceOf))) putAside(balanceId, held)
  }
  /** In the order of their arrival: what the group held came before what has gathered since. */
  const putAside = (balanceId: string, held: readonly Waiting[]) => {
    const isFromBalance = (one: Waiting) => balanceOf(one) === balanceId
    lineOf(balanceId).addFirst([...held.filter(isFromBalance), ...together.takeOut(isFromBalance)])
  }
  const lineOf = (balanceId: string): Gathering<Waiting> => {
    const line =
      lines.get(balanceId) ??
      gather<Waiting>({
        largestGroup,
        work: (group) => commitWanted(group, "long"),
        onIdle: () => lines.delete(balanceId),
      })
    lines.set(balanceId, line)
    return line
  }

  return {
    spend(request, requester) {
      if (request.cost === 0) return lookAtCredits(engine.pointReader, request)
      const { promise, resolve, reject } = Promise.withResolvers<Spend>()
      const line = lines.get(request.balanceId) ?? together
      line.add({ request, requester, resolve, reject })
      return promise
    },
  }
}

/** Answers a spend whose requester has hung up: the response could not be delivered. */
function isWanted({ requester, resolve }: Waiting): boolean {
  if (requester?.signal.aborted !== true) return true
  resolve({ type: "abandoned" })
  return false
}

function balanceOf({ request }: Waiting): string {
  return request.balanceId
}

/** The balance without taking anything, which always suffices for a cost of 0. */
async function lookAtCredits(db: Database, { balanceId, now }: SpendRequest): Promise<Spend> {
  const row = await db
    .selectFrom("balances")
    .select(["remaining", "refill_at"])
    .where("id", "=", balanceId)
    .executeTakeFirst()
  if (row === undefined || row.remaining === null) return { type: "unlimited" }
  if (row.refill_at !== null && row.refill_at <= now) return { type: "refill_due" }
  return { type: "spent", remaining: row.remaining }
}
