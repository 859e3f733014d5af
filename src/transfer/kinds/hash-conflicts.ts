interface Hashed {
  readonly id: string
  readonly hash: string
}

/** Finds entries whose hash is already taken. */
export async function listHashConflicts(
  entries: readonly Hashed[],
  {
    listTaken,
    reason,
  }: { listTaken(hashes: readonly string[]): Promise<ReadonlySet<string>>; readonly reason: string },
) {
  const taken = await listTaken(entries.map(({ hash }) => hash))
  return new Map(entries.filter(({ hash }) => taken.has(hash)).map(({ id }) => [id, { reason }] as const))
}
