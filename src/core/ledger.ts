import type { Funds } from "./funds.ts"
import type { CommitAnswer, LateReturn, Reservation } from "./reservation.ts"
import type { StoredBalance, StoredBalances } from "./stored-balances.ts"

/** The balances of a group of requests, as the requests before have left them. */
export interface Ledger {
  readonly keys: Entries<StoredBalance>
  readonly identities: Entries<Funds>
  findReservation(id: string): Reservation | undefined
  addReservation(reservation: Reservation): void
  endReservation(reservation: Reservation, answer: CommitAnswer | null): void
  addLateReturn(lateReturn: LateReturn): void
  /** When the first reservation runs out that this group has added to a balance; null if it has added none. */
  firstAdded(owner: BalanceOwner): number | null
  readonly changes: BalanceChanges
}

interface Entries<Value> {
  get(id: string): Value | undefined
  set(id: string, value: Value): void
}

/** One of both. */
export interface BalanceOwner {
  readonly balanceId?: string
  readonly identityId?: string
}

/** What has to be stored. */
export interface BalanceChanges {
  readonly keys: ReadonlyMap<string, StoredBalance>
  readonly identities: ReadonlyMap<string, Funds>
  readonly added: readonly Reservation[]
  /** Those that were stored before the group. */
  readonly ended: readonly EndedReservation[]
  readonly lateReturns: readonly LateReturn[]
}

export interface EndedReservation {
  readonly id: string
  readonly answer: CommitAnswer | null
}

export function openLedger(stored: StoredBalances): Ledger {
  const keys = new Map<string, StoredBalance>()
  const identities = new Map<string, Funds>()
  const reservations = new Map<string, Reservation>()
  const added: Reservation[] = []
  const ended: EndedReservation[] = []
  const lateReturns = createLateReturns()
  return {
    keys: { get: (id) => keys.get(id) ?? stored.keys.get(id), set: (id, balance) => keys.set(id, balance) },
    identities: {
      get: (id) => identities.get(id) ?? stored.identities.get(id),
      set: (id, funds) => identities.set(id, funds),
    },
    findReservation: (id) => reservations.get(id) ?? stored.reservations?.get(id),
    addReservation: (reservation) => added.push(reservation),
    endReservation(reservation, answer) {
      reservations.set(reservation.id, { ...reservation, isOpen: false, answer })
      ended.push({ id: reservation.id, answer })
    },
    addLateReturn: lateReturns.add,
    firstAdded({ balanceId, identityId }) {
      const own = added.filter(
        ({ key, customer }) =>
          (balanceId !== undefined && key?.balanceId === balanceId) ||
          (identityId !== undefined && customer?.identityId === identityId),
      )
      return own.length === 0 ? null : Math.min(...own.map(({ expires }) => expires))
    },
    changes: {
      keys,
      identities,
      added,
      ended,
      get lateReturns() {
        return lateReturns.list()
      },
    },
  }
}

/** One for each count, because a statement changes a row once. */
function createLateReturns() {
  const byCount = new Map<string, LateReturn>()
  return {
    add(one: LateReturn) {
      const { identityId, interval, from, version } = one
      const name = [identityId, interval, from, version].join("/")
      const { used = 0, overageUsed = 0 } = byCount.get(name) ?? {}
      byCount.set(name, { ...one, used: one.used + used, overageUsed: one.overageUsed + overageUsed })
    },
    list: () => [...byCount.values()],
  }
}
