/** Ids and hashes that no new object can have, because a live or deleted object has them. */
export interface ReservedReads {
  /** Covers ids of any kind in the whole installation. */
  ids(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Returns the hashes that no new key of this workspace can have: a key has or had them. */
  keyHashes(workspaceId: string, hashes: readonly string[]): Promise<ReadonlySet<string>>
  /** Returns the hashes of root keys and of secrets that this installation created. */
  rootKeyHashes(hashes: readonly string[]): Promise<ReadonlySet<string>>
}
