/** An object of a list, with the number of its keys if the caller asked for it. */
interface Counted<Item> {
  readonly id: string
  readonly item: Item
  readonly keys: number | undefined
}

/** Counts the keys of all objects of a slice with one query. */
export async function withKeyCounts<Item extends { readonly id: string }>(
  items: readonly Item[],
  isWanted: boolean | undefined,
  count: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>,
): Promise<readonly Counted<Item>[]> {
  const counts = isWanted ? await count(items.map(({ id }) => id)) : undefined
  return items.map((item) => ({ id: item.id, item, keys: counts?.get(item.id) }))
}

export function presentCounted<Item, Wire>(present: (item: Item) => Wire) {
  return ({ item, keys }: Counted<Item>) => ({ ...present(item), ...(keys !== undefined && { keys }) })
}
