import { type Page, type Written, written } from "../../contract/pagination.ts"
import { createPauser } from "../../core/pauses.ts"

/** A page ends early at this size, but it has at least one object. */
export const pageBytes = 4 * 1024 * 1024

/** The first slice is small, because the size of its objects decides the length of the next slice. */
const firstSlice = 2
const sliceGrowth = 4
/** The target size of a slice, which is loaded without a pause. */
const sliceBytes = 128 * 1024

interface PageOptions<Item, Wire> {
  readonly limit: number
  /** The page starts after this position. */
  readonly after: string | undefined
  list(query: { readonly limit: number; readonly after: string | undefined }): Promise<readonly Item[]>
  present(item: Item): Wire
  positionOf(item: Item): string
}

export async function pageOf<Item, Wire>(options: PageOptions<Item, Wire>): Promise<Page<Wire>> {
  const { shown, next } = await gatherPage(options)
  return { objects: shown.map(({ json }) => json), next }
}

/** The same for objects that are listed by id. */
export function pageById<Item extends { readonly id: string }, Wire>(
  { input, after }: { readonly input: { readonly limit: number }; readonly after: string | undefined },
  present: (item: Item) => Wire,
  list: PageOptions<Item, Wire>["list"],
): Promise<Page<Wire>> {
  return pageOf({ limit: input.limit, after, list, present, positionOf: ({ id }) => id })
}

export interface Gathered<Item, Wire> {
  readonly shown: readonly { readonly item: Item; readonly json: Written<Wire> }[]
  readonly next: string | undefined
}

/**
 * Loads slices until the page is full, so that memory never holds a hundred large objects at once. It pauses regularly,
 * so that other requests are not delayed.
 */
export async function gatherPage<Item, Wire>(options: PageOptions<Item, Wire>): Promise<Gathered<Item, Wire>> {
  const { limit, list, present, positionOf } = options
  const pauseIfDue = createPauser(() => performance.now())
  const shown: { item: Item; json: Written<Wire> }[] = []
  let position = options.after
  let bytes = 0
  let largest = 1
  let length = firstSlice
  for (;;) {
    // One more object than needed shows whether there is another page.
    const wanted = Math.min(length, limit - shown.length + 1)
    const slice = await list({ limit: wanted, after: position })
    for (const item of slice) {
      if (shown.length === limit) return { shown, next: position }
      const json = written(present(item))
      const size = Buffer.byteLength(json)
      if (shown.length > 0 && bytes + size > pageBytes) return { shown, next: position }
      shown.push({ item, json })
      bytes += size
      largest = Math.max(largest, size)
      position = positionOf(item)
      await pauseIfDue()
    }
    if (slice.length < wanted) return { shown, next: undefined }
    const fitting = Math.floor(Math.min(sliceBytes, pageBytes - bytes) / largest)
    length = Math.max(1, Math.min(length * sliceGrowth, fitting))
  }
}
