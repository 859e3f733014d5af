import type { Session } from "../../core/people.ts"

export type SessionKey = { readonly rootKeyId: string } | { readonly operatorKeyHash: string }

export interface SessionReads {
  /** Never cached, so that a revoked session ends at once on every node. Also returns expired sessions. */
  findByHash(hash: string): Promise<Session | undefined>
  find(id: string): Promise<Session | undefined>
  /** Newest first. */
  listOfUser(userId: string, limit: number): Promise<readonly Session[]>
  /** The sessions by this root key or operator key, newest first. */
  listOfKey(key: SessionKey, limit: number): Promise<readonly Session[]>
}

export interface SessionWrites extends SessionReads {
  insert(session: Session): Promise<void>
  /** Returns false if the session is gone already. */
  delete(id: string): Promise<boolean>
  /** Deletes all sessions of a user but one, and returns their ids. */
  deleteOfUser(userId: string, exceptId: string | undefined): Promise<readonly string[]>
}

/** Writes outside of transactions and without events. */
export interface SessionUpkeep {
  noteUse(id: string, now: number): Promise<void>
  /** Deletes expired sessions, portal sessions, invitations, resets, used challenges and logins of terminals. */
  deleteExpired(now: number): Promise<void>
}
