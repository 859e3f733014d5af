/** Tells whether the whole identifier matches; `*` stands for any run of characters, also none. */
export function matchesPattern(pattern: string, identifier: string): boolean {
  const [first, ...others] = pattern.split("*")
  const last = others.pop()
  if (first === undefined || last === undefined) return pattern === identifier
  const end = identifier.length - last.length
  if (end < first.length || !identifier.startsWith(first) || !identifier.endsWith(last)) return false
  // Taking each middle part at its first place leaves the most room for the next, so no choice is ever revisited.
  let position = first.length
  for (const part of others) {
    const found = identifier.indexOf(part, position)
    if (found === -1) return false
    position = found + part.length
  }
  return position <= end
}

interface Override {
  readonly identifier: string
  readonly id: string
  readonly createdAt: number
}

/** Exact equality first, else the matching pattern with the most characters other than `*`, then the older override. */
export function chooseOverride<T extends Override>(overrides: readonly T[], identifier: string): T | undefined {
  if (overrides.length === 0) return undefined
  const exact = overrides.find((override) => override.identifier === identifier)
  if (exact !== undefined) return exact
  return overrides.filter((override) => matchesPattern(override.identifier, identifier)).sort(byPrecedence)[0]
}

function byPrecedence(left: Override, right: Override): number {
  const byLength = literalLength(right.identifier) - literalLength(left.identifier)
  if (byLength !== 0) return byLength
  if (left.createdAt !== right.createdAt) return left.createdAt - right.createdAt
  return left.id < right.id ? -1 : 1
}

function literalLength(pattern: string): number {
  return pattern.replaceAll("*", "").length
}
