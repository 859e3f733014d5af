/** Finds the override for an identifier (docs/contract.md#161-ratelimitlimit). Compiled once per set of overrides. */
export interface OverrideMatcher<Item> {
  find(identifier: string): Item | undefined
  /** Upper bound on the text searches of one `find`, so that callers can pause between many calls. */
  readonly searches: number
}

interface Override {
  readonly identifier: string
  readonly id: string
  readonly createdAt: number
}

/** Looks up exact identifiers in a map. Patterns are sorted by precedence, so the first match wins. */
export function compileOverrides<Item extends Override>(overrides: readonly Item[]): OverrideMatcher<Item> {
  const exact = new Map(overrides.map((override) => [override.identifier, override]))
  const patterns = compilePatterns(overrides.filter(({ identifier }) => isPattern(identifier)))
  return {
    find: (identifier) => exact.get(identifier) ?? patterns.find(identifier),
    searches: patterns.searches,
  }
}

/** Patterns only, for callers that look up exact identifiers themselves. */
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
  /** The text before the first `*` and after the last one. */
  readonly first: string
  readonly last: string
  /** The non-empty texts between two `*`, in order. */
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
  // Matching each part as early as possible leaves the most room for the next, so backtracking is never needed.
  let position = first.length
  for (const part of middle) {
    const found = identifier.indexOf(part, position)
    if (found === -1) return false
    position = found + part.length
  }
  return position <= identifier.length - last.length
}

/** Most literal characters first, then the older override, then the smaller id. */
function byPrecedence(one: Pattern<Override>, other: Pattern<Override>): number {
  if (one.literalLength !== other.literalLength) return other.literalLength - one.literalLength
  if (one.override.createdAt !== other.override.createdAt) return one.override.createdAt - other.override.createdAt
  return one.override.id < other.override.id ? -1 : 1
}
