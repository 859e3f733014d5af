/** In characters of JSON. A transaction needs several times as much memory. */
const fullLength = 4 * 1024 * 1024

/** Joins groups that follow each other, so that one transaction stores several, but no more than memory should hold. */
export async function* joinedGroups<Item>(
  groups: AsyncIterable<readonly Item[]>,
  groupCount: number,
  maxLength = fullLength,
): AsyncGenerator<readonly Item[]> {
  let joined: (readonly Item[])[] = []
  let length = 0
  for await (const group of groups) {
    joined.push(group)
    length += groupCount > 1 ? JSON.stringify(group).length : 0
    if (joined.length < groupCount && length < maxLength) continue
    yield joined.flat()
    joined = []
    length = 0
  }
  if (joined.length > 0) yield joined.flat()
}
