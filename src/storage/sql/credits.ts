import type { CreditSpends, Spend } from "../store.ts"
import type { Engine } from "./engine.ts"
import type { Database } from "./schema.ts"

interface Waiting {
  readonly keyId: string
  readonly cost: number
  readonly now: number
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
    spend(keyId, cost, now) {
      if (cost === 0) return look(engine.reader, keyId, now)
      const { promise, resolve, reject } = Promise.withResolvers<Spend>()
      waiting.push({ keyId, cost, now, resolve, reject })
      if (!isCommitting) void commitGroups()
      return promise
    },
  }
}

async function commitGroup(engine: Engine, group: readonly Waiting[]): Promise<void> {
  try {
    const spends = await engine.transaction((db) => spendAll(db, group))
    for (const [waiting, spend] of spends) waiting.resolve(spend)
  } catch (error) {
    for (const waiting of group) waiting.reject(error)
  }
}

/** Ordered by key, so that groups of several nodes never wait for each other in a circle; within a key by arrival. */
async function spendAll(db: Database, group: readonly Waiting[]): Promise<readonly (readonly [Waiting, Spend])[]> {
  const ordered = group.toSorted((one, other) => (one.keyId < other.keyId ? -1 : Number(one.keyId > other.keyId)))
  const spends: (readonly [Waiting, Spend])[] = []
  for (const waiting of ordered) spends.push([waiting, await spendOne(db, waiting)])
  return spends
}

async function spendOne(db: Database, { keyId, cost, now }: Waiting): Promise<Spend> {
  const taken = await db
    .updateTable("key_credits")
    .set((row) => ({ remaining: row("remaining", "-", cost) }))
    .where("key_id", "=", keyId)
    .where("remaining", ">=", cost)
    .where((row) => row.or([row("refill_at", "is", null), row("refill_at", ">", now)]))
    .returning("remaining")
    .executeTakeFirst()
  if (taken !== undefined) return { type: "spent", remaining: taken.remaining }
  const seen = await look(db, keyId, now)
  return seen.type === "spent" ? { ...seen, type: "short" } : seen
}

/** The balance without taking anything, which always suffices for a cost of 0. */
async function look(db: Database, keyId: string, now: number): Promise<Spend> {
  const row = await db
    .selectFrom("key_credits")
    .select(["remaining", "refill_at"])
    .where("key_id", "=", keyId)
    .executeTakeFirst()
  if (row === undefined) return { type: "unlimited" }
  if (row.refill_at !== null && row.refill_at <= now) return { type: "refill_due" }
  return { type: "spent", remaining: row.remaining }
}
