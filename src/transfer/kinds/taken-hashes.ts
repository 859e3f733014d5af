import type { Place } from "./kind.ts"

interface Hashed {
  readonly id: string
  readonly hash: string
}

/** A hash belongs to one key of the installation, also after that key was deleted. */
export async function listTakenHashes({ takenHashes }: Place, entries: readonly Hashed[]) {
  const taken = await takenHashes(entries.map(({ hash }) => hash))
  const reason = "a key of this installation, perhaps a deleted one or one of another workspace, has its hash already"
  return new Map(entries.filter(({ hash }) => taken.has(hash)).map(({ id }) => [id, { reason }] as const))
}
