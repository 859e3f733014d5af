import type { OidcAccount } from "../../../core/people.ts"
import type { Transaction } from "../../../storage/port/store.ts"

interface ExclusionContext {
  readonly tx: Pick<Transaction, "oidcAccounts">
  readonly now: number
  hash(text: string): string
}

/** Only hashes are stored, because a deleted user must leave no address behind. */
interface Excluded {
  readonly accounts: readonly Pick<OidcAccount, "issuer" | "subject">[]
  readonly email?: string
}

/** An account that a user had, and the address of a deleted user, do not join through a provider again. */
export function excludeFromJoining({ tx, now, hash }: ExclusionContext, excluded: Excluded): Promise<void> {
  return tx.oidcAccounts.exclude(hashesOf(hash, excluded), now)
}

export function isExcludedFromJoining({ tx, hash }: Omit<ExclusionContext, "now">, asking: Excluded): Promise<boolean> {
  return tx.oidcAccounts.isExcluded(hashesOf(hash, asking))
}

function hashesOf(hash: ExclusionContext["hash"], { accounts, email }: Excluded): readonly string[] {
  const named = accounts.map(({ issuer, subject }) => ["account", issuer, subject])
  return [...named, ...(email === undefined ? [] : [["address", email]])].map((parts) => hash(JSON.stringify(parts)))
}
