import type { OidcAccount, Passkey } from "../../core/people.ts"

/** What users sign in with besides passwords. Never cached, like users and sessions. */

export interface PasskeyReads {
  find(id: string): Promise<Passkey | undefined>
  /** Finds the user too, like `credentials`. */
  findByCredentialId(credentialId: string): Promise<Passkey | undefined>
  /** Oldest first. The number of passkeys of a user is bounded. */
  listOfUser(userId: string): Promise<readonly Passkey[]>
}

export interface PasskeyWrites extends PasskeyReads {
  insert(passkey: Passkey): Promise<void>
  /** Stores a use. Returns false, and stores nothing, unless the counter rises or both counters are 0. */
  noteUse(id: string, used: Pick<Passkey, "counter" | "isBackedUp"> & { readonly now: number }): Promise<boolean>
  /** Returns false if it is gone already. */
  delete(id: string): Promise<boolean>
  /** Returns how many there were. */
  deleteOfUser(userId: string): Promise<number>
}

export interface OidcAccountReads {
  find(issuer: string, subject: string): Promise<OidcAccount | undefined>
  listOfUser(userId: string): Promise<readonly OidcAccount[]>
}

export interface OidcAccountWrites extends OidcAccountReads {
  insert(account: OidcAccount): Promise<void>
  /** Returns false if the user has no account there. */
  delete(userId: string, issuer: string): Promise<boolean>
  /** Returns how many there were. */
  deleteOfUser(userId: string): Promise<number>
  /** Remembers hashes of accounts and addresses that do not join again. */
  exclude(hashes: readonly string[], now: number): Promise<void>
  /** Whether one of the hashes is excluded. */
  isExcluded(hashes: readonly string[]): Promise<boolean>
}

export interface ChallengeWrites {
  /** Returns false if the challenge was used before. Of concurrent calls exactly one wins. */
  use(hash: string, expires: number): Promise<boolean>
}
