import type { Model } from "./state.ts"

/** One limit to test, of a key, an identity or a namespace. */
export interface Check {
  readonly subject: string
  readonly name: string
  readonly duration: number
  readonly limit: number
  readonly cost: number
}

export interface Tested {
  readonly isAllowed: boolean
  readonly used: number
  readonly reset: number
}

/** docs/contract.md#20-rate-limit-arithmetic, taken literally: adds up all takings for each check. */
export function test({ takings, now }: Model, { subject, name, duration, limit, cost }: Check): Tested {
  const cell = Math.floor(now / duration)
  const elapsed = now - cell * duration
  const takenIn = (which: number) =>
    takings
      .filter((taking) => taking.subject === subject && taking.name === name && taking.duration === duration)
      .filter((taking) => taking.cell === which)
      .reduce((sum, taking) => sum + taking.cost, 0)
  const used = takenIn(cell) + Math.floor((takenIn(cell - 1) * (duration - elapsed)) / duration)
  return { isAllowed: limit > 0 && used + cost <= limit, used, reset: (cell + 1) * duration }
}

export function take({ takings, now }: Model, { subject, name, duration, cost }: Check): void {
  takings.push({ subject, name, duration, cell: Math.floor(now / duration), cost })
}
