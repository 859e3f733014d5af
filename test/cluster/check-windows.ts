/** A request that counts against a limit with a short window. Times are in Unix milliseconds by the clock of the client. */
export interface WindowTaking {
  readonly cost: number
  readonly sentAt: number
  readonly receivedAt: number
  /** Nothing where the response was not 200: the tokens may or may not have been taken. */
  readonly verdict: { readonly passed: boolean; readonly remaining: number; readonly reset: number } | undefined
}

export interface Window {
  readonly name: string
  readonly limit: number
  readonly durationMs: number
  /** How far the clocks of the nodes may be from that of the client. */
  readonly clocks: ClockBounds
}

/** Added to the time of the client, they give the earliest and the latest time that a node may go by. */
export interface ClockBounds {
  readonly leastMs: number
  readonly mostMs: number
}

interface Passed {
  readonly cost: number
  readonly sentAt: number
  readonly receivedAt: number
  readonly remaining: number
}

/**
 * Holds responses against docs/contract.md#20-rate-limit-arithmetic. The client knows the cell of each response from its
 * reset, and bounds of the moment that weighs the cell before. A slow machine widens these bounds and causes no violation.
 */
export function checkWindow({ name, limit, durationMs, clocks }: Window, takings: readonly WindowTaking[]): string[] {
  const cells = passedByCell(takings, durationMs)
  const passedIn = (cell: number): readonly Passed[] => cells.get(cell) ?? []
  const isAllKnown = takings.every(({ verdict }) => verdict !== undefined)

  /** Tokens of the cell before that still count at this moment of a node's clock. */
  const carried = (cell: number, nodeTime: number): number => {
    const elapsed = Math.min(Math.max(nodeTime - cell * durationMs, 0), durationMs)
    return Math.floor((costOf(passedIn(cell - 1)) * (durationMs - elapsed)) / durationMs)
  }
  const leastCarried = (cell: number, receivedAt: number) => carried(cell, receivedAt + clocks.mostMs)
  const mostCarried = (cell: number, sentAt: number) => carried(cell, sentAt + clocks.leastMs)

  const checkPassed = (cell: number, one: Passed): string[] => {
    const inCell = passedIn(cell)
    // The last of these that was counted came no later than this response, and had room for all of them.
    const together = costOf(inCell.filter(({ receivedAt }) => receivedAt <= one.receivedAt))
    const use = together + leastCarried(cell, one.receivedAt)
    if (use > limit) return [`${name} passed ${use} within a window, with a limit of ${limit}`]
    const used = limit - one.remaining - one.cost
    const earlier = costOf(inCell.filter(({ receivedAt }) => receivedAt < one.sentAt))
    const least = earlier + leastCarried(cell, one.receivedAt)
    if (used < least) return [`${name} reported ${used} in use, when it was at least ${least}`]
    const others = costOf(inCell.filter((other) => other !== one && other.sentAt <= one.receivedAt))
    const most = others + mostCarried(cell, one.sentAt)
    return isAllKnown && used > most ? [`${name} reported ${used} in use, when it was at most ${most}`] : []
  }
  const checkDenied = ({ cost, sentAt, receivedAt }: WindowTaking, cell: number): string[] => {
    const before = costOf(passedIn(cell).filter((other) => other.sentAt <= receivedAt))
    const most = before + mostCarried(cell, sentAt)
    return isAllKnown && most + cost <= limit ? [`${name} denied ${cost} with ${most} of ${limit} in use`] : []
  }

  return [
    ...[...cells].flatMap(([cell, passed]) => passed.flatMap((one) => checkPassed(cell, one))),
    ...takings.flatMap((taking) =>
      taking.verdict?.passed === false ? checkDenied(taking, cellOf(taking.verdict.reset, durationMs)) : [],
    ),
  ]
}

/** Cells that were used up although the cell before had passes: only these show that both are weighed together. */
export function countSlides(takings: readonly WindowTaking[], durationMs: number): number {
  const cells = passedByCell(takings, durationMs)
  const denied = new Set(
    takings.flatMap(({ verdict }) => (verdict?.passed === false ? [cellOf(verdict.reset, durationMs)] : [])),
  )
  return [...cells.keys()].filter((cell) => cells.has(cell - 1) && denied.has(cell)).length
}

function passedByCell(takings: readonly WindowTaking[], durationMs: number): ReadonlyMap<number, readonly Passed[]> {
  const passed = takings.flatMap(({ verdict, ...taking }) =>
    verdict?.passed ? [{ ...taking, remaining: verdict.remaining, cell: cellOf(verdict.reset, durationMs) }] : [],
  )
  return Map.groupBy(passed, ({ cell }) => cell)
}

function cellOf(reset: number, durationMs: number): number {
  return reset / durationMs - 1
}

function costOf(takings: readonly { readonly cost: number }[]): number {
  return takings.reduce((sum, { cost }) => sum + cost, 0)
}
