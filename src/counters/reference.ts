import type { Check, CheckResult, TakeResult } from "./counters.ts"

/** One taking, stored permanently. */
interface Taken {
  readonly counter: string
  readonly durationMs: number
  readonly cell: bigint
  cost: bigint
}

/** The arithmetic of docs/contract.md#20-rate-limit-arithmetic, written literally. Adapters are tested against it and share no code with it. */
export function createReference() {
  const takings: Taken[] = []

  return {
    take(checks: readonly Check[], now: number): TakeResult {
      const tentative: Taken[] = []
      const tried = checks.map((check) => {
        const { allowed, used, cell } = evaluate([...takings, ...tentative], check, now)
        const untouched = evaluate(takings, check, now).used
        if (allowed) {
          tentative.push({ counter: check.counter, durationMs: check.durationMs, cell, cost: BigInt(check.cost) })
        }
        return { allowed, used, untouched, resetAt: Number(cell + 1n) * check.durationMs, check }
      })
      const taken = tried.every(({ allowed }) => allowed)
      if (taken) takings.push(...tentative.filter(({ cost }) => cost > 0n))
      const outcomes = tried.map(({ allowed, used, untouched, resetAt, check }): CheckResult => {
        const left = taken ? BigInt(check.limit) - used - BigInt(check.cost) : BigInt(check.limit) - untouched
        return { allowed, remaining: left < 0n ? 0 : Number(left), resetAt }
      })
      return { taken, outcomes }
    },

    refund(checks: readonly Check[], { outcomes }: TakeResult): void {
      checks.forEach(({ counter, durationMs, cost }, index) => {
        const cell = BigInt(outcomes[index]?.resetAt ?? 0) / BigInt(durationMs) - 1n
        const ofCounter = takings.filter((each) => each.counter === counter && each.durationMs === durationMs)
        const given = ofCounter.find((each) => each.cell === cell && each.cost === BigInt(cost))
        if (given !== undefined) given.cost = 0n
      })
    },
  }
}

function evaluate(takings: readonly Taken[], { counter, durationMs, limit, cost }: Check, now: number) {
  const duration = BigInt(durationMs)
  const ofCounter = takings.filter((each) => each.counter === counter && each.durationMs === durationMs)
  const ahead = ofCounter.map((each) => each.cell * duration).filter((begin) => begin > BigInt(now))
  const instant = ahead.sort(descending)[0] ?? BigInt(now)
  const cell = instant / duration
  const elapsed = instant - cell * duration
  const used = tokensIn(ofCounter, cell) + (tokensIn(ofCounter, cell - 1n) * (duration - elapsed)) / duration
  return { allowed: limit > 0 && used + BigInt(cost) <= BigInt(limit), used, cell }
}

function tokensIn(takings: readonly Taken[], cell: bigint): bigint {
  return takings.reduce((sum, each) => (each.cell === cell ? sum + each.cost : sum), 0n)
}

function descending(one: bigint, other: bigint): number {
  return one > other ? -1 : 1
}
