/** Balances of all workspaces that a notice is due about. What a spend has just changed may be missing. */
export interface DueBalances {
  /** Those among these balances of keys and identities. */
  find(ids: DueBalanceIds, now: number): Promise<readonly DueBalance[]>
  /** Reads a bounded number of balances, and returns where the next step goes on; undefined at the end. */
  walk(position: WalkPosition | undefined, now: number): Promise<WalkStep>
}

export interface DueBalanceIds {
  readonly balanceIds: readonly string[]
  readonly identityIds: readonly string[]
}

export interface DueBalance {
  readonly type: "key" | "identity"
  readonly workspaceId: string
  /** Of the balance of a key, or of the identity. */
  readonly id: string
}

export interface WalkPosition {
  readonly type: DueBalance["type"]
  readonly after: string
}

export interface WalkStep {
  readonly found: readonly DueBalance[]
  readonly next: WalkPosition | undefined
}
