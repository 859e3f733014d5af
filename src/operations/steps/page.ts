import type { Page } from "../../contract/pagination.ts"

interface Paging<Item, Wire> {
  readonly limit: number
  /** Gets one more than a page holds, to know whether there is another. */
  list(limit: number): Promise<readonly Item[]>
  present(item: Item): Wire
  positionOf(item: Item): string
}

export async function pageOf<Item, Wire>({
  limit,
  list,
  present,
  positionOf,
}: Paging<Item, Wire>): Promise<Page<Wire>> {
  const items = await list(limit + 1)
  const shown = items.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = items.length > limit && last !== undefined
  return { items: shown.map(present), next: hasMore ? positionOf(last) : undefined }
}
