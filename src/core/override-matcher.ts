/** Decides which override applies to an identifier (docs/contract.md#161-ratelimitlimit). Made once for as long as the overrides stay. */
export interface OverrideMatcher<Item> {
  find(identifier: string): Item | undefined
  /** Upper bound on the text searches of one `find`, so that callers can pause between many of them. */
  readonly searches: number
}

interface Override {
  readonly identifier: string
  readonly id: string
  readonly createdAt: number
}

/** Exact identifiers by map; patterns split once and in the order of precedence, so that the first match is the best. */
export function compileOverrides<Item extends Override>(overrides: readonly Item[]): OverrideMatcher<Item> {
  const exact = new Map(overrides.map((override) => [override.identifier, override]))
  const patterns = compilePatterns(overrides.filter(({ identifier }) => isPattern(identifier)))
  return {
    find: (identifier) => exact.get(identifier) ?? patterns.find(identifier),
    searches: patterns.searches,
  }
}

/** The patterns alone, for callers that look up equal identifiers themselves. */
export function compilePatterns<Item extends Override>(overrides: readonly Item[]): OverrideMatcher<Item> {
  const patterns = overrides.map(compile).sort(byPrecedence)
  return {
    find: (identifier) => patterns.find((pattern) => matches(pattern, identifier))?.override,
    searches: patterns.reduce((sum, { middle }) => sum + 1 + middle.length, 0),
  }
}

export function isPattern(identifier: string): boolean {
  return identifier.includes("*")
}

interface Pattern<Item> {
  readonly override: Item
  /** What stands before the first `*` and after the last one. */
  readonly first: string
  readonly last: string
  /** What stands between two `*`, in order, where it is not empty. */
  readonly middle: readonly string[]
  /** Characters other than `*`. */
  readonly literalLength: number
}

function compile<Item extends Override>(override: Item): Pattern<Item> {
  const [first = "", ...others] = override.identifier.split("*")
  const last = others.pop() ?? ""
  const middle = others.filter((part) => part !== "")
  const literalLength = override.identifier.replaceAll("*", "").length
  return { override, first, last, middle, literalLength }
}

function matches({ first, last, middle, literalLength }: Pattern<unknown>, identifier: string): boolean {
  if (identifier.length < literalLength) return false
  if (!identifier.startsWith(first) || !identifier.endsWith(last)) return false
  // Taking each part at its first place leaves the most room for the next, so no choice is ever revisited.
  let position = first.length
  for (const part of middle) {
    const found = identifier.indexOf(part, position)
    if (found === -1) return false
    position = found + part.length
  }
  return position <= identifier.length - last.length
}

/** More characters other than `*` first, then the older override, then the smaller id. */
function byPrecedence(one: Pattern<Override>, other: Pattern<Override>): number {
  if (one.literalLength !== other.literalLength) return other.literalLength - one.literalLength
  if (one.override.createdAt !== other.override.createdAt) return one.override.createdAt - other.override.createdAt
  return one.override.id < other.override.id ? -1 : 1
}
