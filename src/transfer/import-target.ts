import type { Reads } from "../storage/port/store.ts"

/** Where to look: a transaction, or a snapshot where nothing is to be changed. */
export interface ImportTarget {
  readonly reads: Reads
  readonly workspaceId: string
}

/** Those of the items that there are. */
export async function findEach<Item>(
  ids: readonly string[],
  find: (id: string) => Promise<Item | undefined> | Item | undefined,
): Promise<readonly Item[]> {
  const items = await Promise.all(ids.map(find))
  return items.filter((item) => item !== undefined)
}
