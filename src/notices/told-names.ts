/** Names of notices of a balance in memory, so that a balance that is known to be low costs later spends one lookup. */

export function lowName(id: string, fills: number): string {
  return `${id} low ${fills}`
}

export function exhaustedName(id: string, fills: number): string {
  return `${id} exhausted ${fills}`
}

interface QuotaPeriod {
  readonly id: string
  readonly from: number
  readonly limit: number
}

export function nearName({ id, from, limit }: QuotaPeriod): string {
  return `${id} near ${from} ${limit}`
}

export function reachedName({ id, from, limit }: QuotaPeriod): string {
  return `${id} reached ${from} ${limit}`
}
