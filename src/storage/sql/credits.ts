import type { CreditSpends, Spend, SpendRequest } from "../store.ts"
import type { Engine } from "./engine.ts"
import type { Database } from "./schema.ts"

interface Waiting {
  readonly request: SpendRequest
  resolve(spend: Spend): void
  reject(error: unknown): void
}

/** While one group of spends commits the next one gathers, so that many spends share one durable write. */
export function creditSpends(engine: Engine): CreditSpends {
  let waiting: Waiting[] = []
  let isCommitting = false

  const commitGroups = async () => {
    isCommitting = true
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      await commitGroup(engine, group)
    }
    isCommitting = false
  }

  return {
    spend(request) {
      if (request.cost === 0) return lookAtCredits(engine.pointReader, request)
      const { promise, resolve, reject } = Promise.withResolvers<Spend>()
      waiting.push({ request, resolve, reject })
      if (!isCommitting) void commitGroups()
      return promise
    },
  }
}

async function commitGroup(engine: Engine, group: readonly Waiting[]): Promise<void> {
  try {
    const spends = await engine.spend(group.map(({ request }) => request))
    group.forEach(({ resolve, reject }, index) => {
      const spend = spends[index]
      if (spend === undefined) reject(new Error("A spend was not answered."))
      else resolve(spend)
    })
  } catch (error) {
    for (const { reject } of group) reject(error)
  }
}

/** The balance without taking anything, which always suffices for a cost of 0. */
async function lookAtCredits(db: Database, { keyId, now }: SpendRequest): Promise<Spend> {
  const row = await db
    .selectFrom("key_credits")
    .select(["remaining", "refill_at"])
    .where("key_id", "=", keyId)
    .executeTakeFirst()
  if (row === undefined) return { type: "unlimited" }
  if (row.refill_at !== null && row.refill_at <= now) return { type: "refill_due" }
  return { type: "spent", remaining: row.remaining }
}

/** For an engine whose transactions run statement by statement. */
export async function spendInOrder(db: Database, spends: readonly SpendRequest[]): Promise<readonly Spend[]> {
  // By key, so that the groups of several nodes never wait for each other in a circle; within a key as they came.
  const ordered = spends.map((spend, index) => ({ spend, index })).sort((one, other) => compare(one.spend, other.spend))
  const results: Spend[] = new Array(spends.length)
  for (const { spend, index } of ordered) results[index] = await spendOne(db, spend)
  return results
}

function compare(one: SpendRequest, other: SpendRequest): number {
  if (one.keyId === other.keyId) return 0
  return one.keyId < other.keyId ? -1 : 1
}

async function spendOne(db: Database, request: SpendRequest): Promise<Spend> {
  const { keyId, cost, now } = request
  const taken = await db
    .updateTable("key_credits")
    .set((row) => ({ remaining: row("remaining", "-", cost) }))
    .where("key_id", "=", keyId)
    .where("remaining", ">=", cost)
    .where((row) => row.or([row("refill_at", "is", null), row("refill_at", ">", now)]))
    .returning("remaining")
    .executeTakeFirst()
  if (taken !== undefined) return { type: "spent", remaining: taken.remaining }
  const seen = await lookAtCredits(db, request)
  return seen.type === "spent" ? { ...seen, type: "short" } : seen
}
