import type { CustomerMeter } from "../../core/customer-meter.ts"
import type { CommitRequest, CommitVerdict } from "../../core/decide-commit.ts"
import type { SpendRequest, SpendVerdict } from "../../core/decide-spends.ts"
import type { Balance } from "../../core/model.ts"
import type { Reservation } from "../../core/reservation.ts"
import type { HoldOwners } from "../../core/returns-due.ts"

export interface BalanceReads {
  /** A balance exists as long as a key refers to it, deleted keys included. */
  listByIds(workspaceId: string, ids: readonly string[]): Promise<readonly Balance[]>
  /** Returns the keys that share a balance, newest first. */
  listKeyIds(workspaceId: string, id: string, limit: number): Promise<readonly string[]>
}

export interface BalanceWrites extends BalanceReads {
  insert(workspaceId: string, balances: readonly Balance[]): Promise<void>
  /** Applies to every key that shares the balance. The caller must have read one of these keys for update. */
  update(balance: Balance): Promise<void>
}

export interface CreditSpends {
  /**
   * Charges the cost durably if the balance suffices; cost 0 only checks. Never overdraws, and skips disconnected
   * requesters. With `hold`, the cost is reserved.
   */
  spend(request: SpendRequest, requester?: Requester): Promise<Spend>
  /** Charges a reservation once. The same request again returns the same answer. */
  commit(request: CommitRequest): Promise<CommitVerdict>
  findReservation(workspaceId: string, id: string, now: number): Promise<FoundReservation | undefined>
  /** Gives back all reservations of these balances that have run out, in steps that others run between. */
  giveBack(owners: HoldOwners, now: number): Promise<void>
  /** Deletes some of the reservations that nobody can commit any more. Returns whether there may be more. */
  deleteForgotten(now: number): Promise<boolean>
}

export interface FoundReservation {
  readonly reservation: Reservation
  /** How its customer is charged at `now`; null if the customer was deleted, or if it took nothing from one. */
  readonly meter: CustomerMeter | null
}

export type Spend =
  | SpendVerdict
  /** The client disconnected before the spend was sent, so nothing was charged. */
  | { readonly type: "abandoned" }

/** The client that waits for a spend, such as an HTTP request. */
export interface Requester {
  readonly signal: { readonly aborted: boolean }
}
