interface Hashed {
  readonly id: string
  readonly hash: string
}

/** Entries whose hash is among those that are taken, with the reason to refuse them. */
export async function refuseTaken(
  entries: readonly Hashed[],
  {
    listTaken,
    reason,
  }: { listTaken(hashes: readonly string[]): Promise<ReadonlySet<string>>; readonly reason: string },
) {
  const taken = await listTaken(entries.map(({ hash }) => hash))
  return new Map(entries.filter(({ hash }) => taken.has(hash)).map(({ id }) => [id, { reason }] as const))
}
