import type { Key, Plan, Ratelimit } from "@keyward/client"

interface SourcedLimit {
  readonly limit: Ratelimit
  readonly source: "key" | "customer" | "plan"
}

export interface WinningLimit extends SourcedLimit {
  /** The next limit of the same name, which does not apply. */
  readonly beaten: SourcedLimit | undefined
}

/** The limits that apply to a key. Of those with one name, the key's own beats the customer's, which beats the plan's. */
export function winningLimits({ ratelimits, identity }: Key, plan: Plan | undefined): readonly WinningLimit[] {
  const all = [
    ...limitsOf("key", ratelimits),
    ...limitsOf("customer", identity?.ratelimits),
    ...limitsOf("plan", plan?.ratelimits),
  ]
  return all.flatMap((one) => {
    const [winner, beaten] = all.filter(({ limit }) => limit.name === one.limit.name)
    return winner === one ? [{ ...one, beaten }] : []
  })
}

function limitsOf(source: SourcedLimit["source"], limits: readonly Ratelimit[] = []): readonly SourcedLimit[] {
  return limits.map((limit) => ({ limit, source }))
}
