import type { Reply } from "../harness/harness.ts"

/** All items of a list, in pages of one. */
export async function walk<Item>(
  pageAfter: (page: { limit: number; cursor: string }) => Promise<Reply>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const { body }: Reply = await pageAfter({ limit: 1, cursor })
    if (body.data.length > 1) throw new Error(`A page of one item has ${body.data.length}.`)
    items.push(...body.data)
    cursor = body.pagination.hasMore ? body.pagination.cursor : undefined
  }
  return items
}
