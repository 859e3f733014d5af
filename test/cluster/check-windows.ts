/** A request that counts against a limit with a short window. Times are in Unix milliseconds by the clock of the client. */
export interface WindowRequest {
  readonly cost: number
  readonly sentAt: number
  readonly receivedAt: number
  /** Undefined if the response was not 200: the request may have taken its tokens or not. */
  readonly verdict: { readonly passed: boolean; readonly remaining: number; readonly reset: number } | undefined
}

export interface Window {
  readonly name: string
  readonly limit: number
  readonly durationMs: number
  /** Differences between the clocks of the nodes and the clock of the client. */
  readonly clocks: ClockBounds
}

/** The time of a node is the time of the client plus a number between these two. */
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
 * Checks responses against docs/contract.md#20-rate-limit-arithmetic. The reset of a response shows its cell. The times of the
 * client bound the moment that weighs the previous cell. A slow machine widens these bounds and causes no violation.
 */
export function checkWindow(
  { name, limit, durationMs, clocks }: Window,
  limitedRequests: readonly WindowRequest[],
): string[] {
  const cells = passedByCell(limitedRequests, durationMs)
  const passedIn = (cell: number): readonly Passed[] => cells.get(cell) ?? []
  const isAllKnown = limitedRequests.every(({ verdict }) => verdict !== undefined)

  /** Tokens of the previous cell that still count at this time of a node. */
  const carried = (cell: number, nodeTime: number): number => {
    const elapsed = Math.min(Math.max(nodeTime - cell * durationMs, 0), durationMs)
    return Math.floor((costOf(passedIn(cell - 1)) * (durationMs - elapsed)) / durationMs)
  }
  const leastCarried = (cell: number, receivedAt: number) => carried(cell, receivedAt + clocks.mostMs)
  const mostCarried = (cell: number, sentAt: number) => carried(cell, sentAt + clocks.leastMs)

  const checkPassed = (cell: number, one: Passed): string[] => {
    const inCell = passedIn(cell)
    // All these requests were counted before this response, so they fit into the limit together.
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
  const checkDenied = ({ cost, sentAt, receivedAt }: WindowRequest, cell: number): string[] => {
    const before = costOf(passedIn(cell).filter((other) => other.sentAt <= receivedAt))
    const most = before + mostCarried(cell, sentAt)
    return isAllKnown && most + cost <= limit ? [`${name} denied ${cost} with ${most} of ${limit} in use`] : []
  }

  return [
    ...[...cells].flatMap(([cell, passed]) => passed.flatMap((one) => checkPassed(cell, one))),
    ...limitedRequests.flatMap((limitedRequest) =>
      limitedRequest.verdict?.passed === false
        ? checkDenied(limitedRequest, cellOf(limitedRequest.verdict.reset, durationMs))
        : [],
    ),
  ]
}

/** Counts the cells that reached the limit after a cell with passes: only these show that both cells count together. */
export function countSlides(limitedRequests: readonly WindowRequest[], durationMs: number): number {
  const cells = passedByCell(limitedRequests, durationMs)
  const denied = new Set(
    limitedRequests.flatMap(({ verdict }) => (verdict?.passed === false ? [cellOf(verdict.reset, durationMs)] : [])),
  )
  return [...cells.keys()].filter((cell) => cells.has(cell - 1) && denied.has(cell)).length
}

function passedByCell(
  limitedRequests: readonly WindowRequest[],
  durationMs: number,
): ReadonlyMap<number, readonly Passed[]> {
  const passed = limitedRequests.flatMap(({ verdict, ...limitedRequest }) =>
    verdict?.passed
      ? [{ ...limitedRequest, remaining: verdict.remaining, cell: cellOf(verdict.reset, durationMs) }]
      : [],
  )
  return Map.groupBy(passed, ({ cell }) => cell)
}

function cellOf(reset: number, durationMs: number): number {
  return reset / durationMs - 1
}

function costOf(limitedRequests: readonly { readonly cost: number }[]): number {
  return limitedRequests.reduce((sum, { cost }) => sum + cost, 0)
}
