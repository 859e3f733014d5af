/** A frame has at most 256 KiB. A UTF-16 unit takes at most three bytes, and the rest of the message little. */
const longestFrame = Math.floor(262_144 / 3) - 64

/** The longest item that fits in a frame. */
export const longestItem = longestFrame - 2

/** Joins JSON texts to lists, each of which fits in one frame and has at most `most` items. */
export function framesOf(items: readonly string[], most: number): string[] {
  const lists: string[] = []
  let list: string[] = []
  let length = 0
  for (const item of items) {
    if (list.length === most || (list.length > 0 && length + item.length + 1 > longestItem)) {
      lists.push(`[${list.join(",")}]`)
      list = []
      length = 0
    }
    list.push(item)
    length += item.length + 1
  }
  if (list.length > 0) lists.push(`[${list.join(",")}]`)
  return lists
}
