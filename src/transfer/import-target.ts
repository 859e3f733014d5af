import type { Reads } from "../storage/port/store.ts"

/** The reads belong to a transaction, or to a snapshot in a dry run. */
export interface ImportTarget {
  readonly reads: Reads
  readonly workspaceId: string
}

/** Returns the items that exist. */
export async function findEach<Item>(
  ids: readonly string[],
  find: (id: string) => Promise<Item | undefined> | Item | undefined,
): Promise<readonly Item[]> {
  const items = await Promise.all(ids.map(find))
  return items.filter((item) => item !== undefined)
}
