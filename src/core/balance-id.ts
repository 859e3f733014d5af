/** The balance id of an identity, and of a key that had credits before balances had ids. */
export function balanceIdFor(ownerId: string): string {
  return ownerId.replace(/^(key|id)_/, "bal_")
}
