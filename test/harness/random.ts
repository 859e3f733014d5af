/** Repeatable randomness from a seed. */
export interface Random {
  below(bound: number): number
  pick<T>(items: readonly [T, ...T[]]): T
  /** This many items in any order; all of them if there are fewer. */
  some<T>(items: readonly T[], count: number): T[]
}

/** Mulberry32: small, and good enough to choose tests. */
export function createRandom(seed: number): Random {
  let state = seed | 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number) => Math.floor(fraction() * bound)
  return {
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    some(items, count) {
      const left = [...items]
      return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)).flat()
    },
  }
}
