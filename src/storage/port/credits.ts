import type { SpendRequest, SpendVerdict } from "../../core/decide-spends.ts"
import type { Balance } from "../../core/model.ts"

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
  /** Charges the cost durably if the balance suffices; cost 0 only checks. Never overdraws, and skips disconnected requesters. */
  spend(request: SpendRequest, requester?: Requester): Promise<Spend>
}

export type Spend =
  | SpendVerdict
  /** The client disconnected before the spend was sent, so nothing was charged. */
  | { readonly type: "abandoned" }

/** The client that waits for a spend, such as an HTTP request. */
export interface Requester {
  readonly signal: { readonly aborted: boolean }
}
