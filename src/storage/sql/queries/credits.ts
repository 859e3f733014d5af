import type { CommitVerdict } from "../../../core/decide-commit.ts"
import {
  type BalanceRequest,
  type BalanceVerdict,
  decideSpends,
  type SpendRequest,
} from "../../../core/decide-spends.ts"
import { balancesOf } from "../../../core/request-balances.ts"
import type { CreditSpends, Requester, Spend } from "../../port/credits.ts"
import { StorageUnavailable } from "../../port/unavailable.ts"
import type { Engine, Held, SpendPatience } from "../engine.ts"
import { fundsOfRow, holdsOf } from "../schema/funds-row.ts"
import type { Database } from "../schema/schema.ts"
import { statement } from "../statements/statement.ts"
import { createGroupCommit, type GroupCommit } from "./group-commit.ts"
import { deleteForgotten, reservationFinder, returnsOf } from "./reservations.ts"

interface WaitingSpend {
  readonly request: BalanceRequest
  readonly requester: Requester | undefined
  /** By the monotonic clock. */
  readonly addedAt: number
  resolve(verdict: Verdict): void
  reject(error: unknown): void
}

type Verdict = BalanceVerdict | { readonly type: "abandoned" }

type SpendQueue = GroupCommit<WaitingSpend>

interface Origin {
  readonly patience: SpendPatience
  /** Where the spends behind the group wait. */
  readonly queue: SpendQueue
}

/** A longer group would block spends of other nodes from the same balances. */
const maxGroupSize = 500

/** If storage refuses a group, spends behind it that have waited so long are refused too: the next group may wait as long again. */
const maxWaitMs = 5_000

/** The next group fills while one group commits, so spends share durable writes. A locked balance gets its own queue. */
export function creditSpends(engine: Engine): CreditSpends {
  const lockedBalances = new Map<string, SpendQueue>()
  const createQueue = (patience: SpendPatience, onIdle: () => void): SpendQueue => {
    const queue = createGroupCommit<WaitingSpend>({
      maxGroupSize,
      async work(group) {
        const connected = group.filter(isConnected)
        if (connected.length > 0) await commit(connected, { patience, queue })
      },
      onIdle,
    })
    return queue
  }
  const sharedQueue = createQueue("short", () => {})

  const commit = async (group: readonly WaitingSpend[], from: Origin): Promise<void> => {
    const { patience, queue } = from
    try {
      const spends = await engine.spend(
        group.map(({ request }) => request),
        patience,
      )
      resolveSpends(group, spends)
    } catch (error) {
      const isUnavailable = error instanceof StorageUnavailable
      const behind = isUnavailable ? queue.removeMatching(hasWaitedLong) : []
      // One spend may have caused the error, so each is retried alone.
      if (!isUnavailable && group.length > 1) for (const one of group) await commit([one], from)
      else for (const { reject } of [...group, ...behind]) reject(error)
    }
  }
  const resolveSpends = (group: readonly WaitingSpend[], spends: readonly (BalanceVerdict | Held)[]) => {
    const held = new Map<string, WaitingSpend[]>()
    group.forEach((one, index) => {
      const spend = spends[index]
      if (spend === undefined) one.reject(new Error("The engine returned no result for a spend."))
      else if (spend.type === "held") held.set(spend.lockedId, [...(held.get(spend.lockedId) ?? []), one])
      else one.resolve(spend)
    })
    for (const [lockedId, waiting] of held) moveToOwnQueue(lockedId, waiting)
  }
  /** Spends of the group arrived before those that still wait. */
  const moveToOwnQueue = (lockedId: string, held: readonly WaitingSpend[]) => {
    const isFromBalance = ({ request }: WaitingSpend) => lockedIdsOf(request).includes(lockedId)
    queueOf(lockedId).addFirst([...held, ...sharedQueue.removeMatching(isFromBalance)])
  }
  const queueOf = (lockedId: string): SpendQueue => {
    const queue = lockedBalances.get(lockedId) ?? createQueue("long", () => lockedBalances.delete(lockedId))
    lockedBalances.set(lockedId, queue)
    return queue
  }
  const queueFor = (request: BalanceRequest): SpendQueue => {
    if (lockedBalances.size === 0) return sharedQueue
    const lockedId = lockedIdsOf(request).find((id) => lockedBalances.has(id))
    return lockedId === undefined ? sharedQueue : queueOf(lockedId)
  }

  const submit = (request: BalanceRequest, requester?: Requester): Promise<Verdict> => {
    const { promise, resolve, reject } = Promise.withResolvers<Verdict>()
    queueFor(request).add({ request, requester, addedAt: performance.now(), resolve, reject })
    return promise
  }
  // Not in the queue, because other balances would wait for so many rows.
  const giveBack = returnsOf(engine.reader, (request) => engine.spend([request], "long"))

  return {
    async spend(request, requester) {
      if (request.cost === 0) return readCredits(engine.pointReader, request)
      return (await submit(request, requester)) as Spend
    },

    commit: async (request) => (await submit(request)) as CommitVerdict,

    findReservation: reservationFinder(engine),

    giveBack,

    deleteForgotten: (now) => deleteForgotten(engine, { now, giveBack }),
  }
}

/** Resolves a spend whose client has disconnected, because its response could not be delivered. */
function isConnected({ requester, resolve }: WaitingSpend): boolean {
  if (requester?.signal.aborted !== true) return true
  resolve({ type: "abandoned" })
  return false
}

function hasWaitedLong({ addedAt }: WaitingSpend): boolean {
  return performance.now() - addedAt >= maxWaitMs
}

/** What a spend locks: the balance of the key, then that of its customer. */
function lockedIdsOf(request: BalanceRequest): readonly string[] {
  const { keys, identities } = balancesOf(request)
  return [...keys, ...identities]
}

/** Reads the balances without charging them, which is enough for cost 0. */
async function readCredits(db: Database, request: SpendRequest): Promise<Spend> {
  const { balanceId, customer } = request
  const [keys, identities] = await Promise.all([
    balanceId === null ? [] : readKeyBalance(db, { id: balanceId }),
    customer === undefined ? [] : readIdentityBalance(db, { id: customer.identityId }),
  ])
  const { verdicts } = decideSpends([request], {
    keys: new Map(
      keys.map(({ id, remaining, refill_at: refillAt, ...row }) => [id, { remaining, refillAt, ...holdsOf(row) }]),
    ),
    identities: new Map(identities.map(({ identity_id, ...row }) => [identity_id, fundsOfRow(row)])),
  })
  return (verdicts[0] ?? { type: "unlimited" }) as Spend
}

const readKeyBalance = statement<{ id: string }>()(({ db, value }) =>
  db
    .selectFrom("balances")
    .select(["id", "remaining", "refill_at", "reserved", "returns_at", "credits_version"])
    .where("id", "=", value("id")),
)

const readIdentityBalance = statement<{ id: string }>()(({ db, value }) =>
  db.selectFrom("identity_balances").selectAll().where("identity_id", "=", value("id")),
)
