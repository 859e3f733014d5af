import type { Funds } from "./funds.ts"
import type { Holds } from "./holds.ts"
import type { QuotaInPeriod } from "./quota.ts"
import type { Reservation } from "./reservation.ts"

/** The credits of a key as they are stored. */
export interface StoredBalance {
  /** null means unlimited. */
  readonly remaining: number | null
  readonly refillAt: number | null
  readonly holds?: Holds | undefined
}

export interface StoredBalances {
  /** By the id of the balance. */
  readonly keys: ReadonlyMap<string, StoredBalance>
  /** By the id of the identity. */
  readonly identities: ReadonlyMap<string, Funds>
  /** Those that the requests name. */
  readonly reservations?: ReadonlyMap<string, Reservation>
  /** By the id of a balance or identity whose reservations are given back: when the next one runs out. */
  readonly nextReturns?: ReadonlyMap<string, number>
}

/** What a request takes from a customer. */
export interface CustomerCharge {
  readonly identityId: string
  readonly quota: QuotaInPeriod | null
}

/** Something must be stored first. */
export type NotYet =
  /** A refill is due. */
  | { readonly type: "refill_due" }
  /** Reservations may have run out. */
  | { readonly type: "returns_due" }
  /** The count of another interval is stored, or none. */
  | { readonly type: "other_count" }
