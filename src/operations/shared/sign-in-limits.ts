import { isIpAddress, parseNetwork } from "../../contract/cidr.ts"
import { fault } from "../../contract/errors.ts"
import type { Check, Counters, TakeResult } from "../../counters/counters.ts"

const minuteMs = 60_000

/** Wrong passwords for one account from one network. Every further window makes the wait longer. */
const failuresPerNetwork = [
  { limit: 5, durationMs: minuteMs },
  { limit: 15, durationMs: 15 * minuteMs },
  { limit: 50, durationMs: 24 * 60 * minuteMs },
] as const

/** Wrong passwords from one network for all accounts. It locks out no browser that is known, no passkey, no session and no link. */
const failuresOfNetwork = { limit: 100, durationMs: 15 * minuteMs } as const

/** Wrong passwords for one account from everywhere. More of them only slow the next sign-ins. */
const failuresPerAccount = { limit: 100, durationMs: 60 * minuteMs } as const
const slowByMs = 2_000
const maxSlowed = 50
let slowed = 0

interface Attempt {
  /** Hash of the e-mail address, whether an account exists or not. */
  readonly account: string
  readonly address: string
  /** A browser in which this user has signed in before has limits of its own, so that no stranger can lock it out. */
  readonly isKnownBrowser: boolean
}

interface LimitContext {
  readonly counters: Counters
  readonly now: number
}

/** Counts the attempt as failed until `forgive` is called. Throws 429 after too many. */
export async function limitSignIn({ counters, now }: LimitContext, attempt: Attempt) {
  const { account, address, isKnownBrowser } = attempt
  const network = networkOf(address)
  const origin = isKnownBrowser ? "known" : network
  const ofAccount = failuresPerNetwork.map((window) => ({
    ...window,
    counter: `sign-in/${account}/${origin}`,
    cost: 1,
  }))
  const ofNetwork = { ...failuresOfNetwork, counter: `sign-in-network/${network}`, cost: 1 }
  const checks: readonly Check[] = isKnownBrowser ? ofAccount : [...ofAccount, ofNetwork]
  const result = await counters.take(checks, now)
  if (!result.taken) throw tooMany(result, now)
  const overall: readonly Check[] = [{ ...failuresPerAccount, counter: `sign-in/${account}`, cost: 1 }]
  const all = isKnownBrowser ? undefined : await counters.take(overall, now)
  if (all?.taken === false) await slowDown()
  return {
    async forgive(): Promise<void> {
      await counters.refund(checks, result)
      if (all?.taken === true) await counters.refund(overall, all)
    },
  }
}

async function slowDown(): Promise<void> {
  if (slowed >= maxSlowed) throw fault("limits/sign_in_rate_limited", { headers: { "Retry-After": "2" } })
  slowed += 1
  try {
    await new Promise((resolve) => setTimeout(resolve, slowByMs))
  } finally {
    slowed -= 1
  }
}

function tooMany({ outcomes }: TakeResult, now: number) {
  const resets = outcomes.filter(({ allowed }) => !allowed).map(({ resetAt }) => resetAt - now)
  const seconds = Math.max(1, Math.ceil(Math.max(...resets) / 1000))
  return fault("limits/sign_in_rate_limited", { headers: { "Retry-After": String(seconds) } })
}

/**
 * The address itself, or its /64 if it is an IPv6 address, because one customer has all of those. A server that listens
 * on IPv6 receives IPv4 addresses as `::ffff:203.0.113.7`, which all are in one /64.
 */
export function networkOf(address: string): string {
  if (!isIpAddress(address)) return address
  const exact = parseNetwork(address) ?? address
  return exact.includes(":") ? (parseNetwork(`${address}/64`) ?? exact) : exact
}
