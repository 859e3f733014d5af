/** Joins groups that follow each other, so that one transaction stores several. */
export async function* joinedGroups<Item>(
  groups: AsyncIterable<readonly Item[]>,
  groupCount: number,
): AsyncGenerator<readonly Item[]> {
  let joined: (readonly Item[])[] = []
  for await (const group of groups) {
    joined.push(group)
    if (joined.length < groupCount) continue
    yield joined.flat()
    joined = []
  }
  if (joined.length > 0) yield joined.flat()
}
