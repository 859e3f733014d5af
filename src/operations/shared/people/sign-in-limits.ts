import { isIpAddress, parseNetwork } from "../../../contract/cidr.ts"
import { type Fault, fault } from "../../../contract/errors.ts"
import { minuteMs } from "../../../core/durations.ts"
import type { Check, Counters } from "../../../counters/counters.ts"

/** Wrong passwords for one account from one network. Every further window makes the wait longer. */
const failuresPerAccountAndNetwork = [
  { limit: 5, durationMs: minuteMs },
  { limit: 15, durationMs: 15 * minuteMs },
  { limit: 50, durationMs: 24 * 60 * minuteMs },
] as const

/** Wrong passwords from one network for all accounts. */
const failuresPerNetwork = { limit: 100, durationMs: 15 * minuteMs } as const

/** Wrong passwords for one account from everywhere. More of them only slow the next sign-ins. */
const failuresPerAccount = { limit: 100, durationMs: 60 * minuteMs } as const
const slowByMs = 2_000
const maxSlowed = 50
let slowed = 0

/** A key cannot be guessed, but every sign-in stores a session and an event. */
const signInsPerKey = { limit: 10, durationMs: minuteMs } as const

interface Attempt {
  /** Hash of the e-mail address, whether an account exists or not. */
  readonly account: string
  readonly address: string
  /** A browser in which this user has signed in before has limits of its own, so that no stranger can lock it out. */
  readonly isKnownBrowser: boolean
}

export interface LimitContext {
  readonly counters: Counters
  readonly now: number
}

/** Counts the attempt as failed until `forgive` is called. Throws 429 after too many. */
export async function limitSignIn(context: LimitContext, attempt: Attempt) {
  const { account, address, isKnownBrowser } = attempt
  const network = networkOf(address)
  const counter = `sign-in/${account}/${isKnownBrowser ? "known" : network}`
  const ofAccount = failuresPerAccountAndNetwork.map((window) => ({ ...window, counter }))
  const ofNetwork = { ...failuresPerNetwork, counter: `sign-in-network/${network}` }
  const failure = await takeAttempt(context, isKnownBrowser ? ofAccount : [...ofAccount, ofNetwork])
  const overall: readonly Check[] = [{ ...failuresPerAccount, counter: `sign-in/${account}`, cost: 1 }]
  const all = isKnownBrowser ? undefined : await context.counters.take(overall, context.now)
  if (all?.taken === false) await slowDown()
  return {
    async forgive(): Promise<void> {
      await failure.refund()
      if (all?.taken === true) await context.counters.refund(overall, all)
    },
  }
}

/** Throws 429 if this root key or operator key has started too many sessions. */
export async function limitKeySignIn(context: LimitContext, keyId: string): Promise<void> {
  await takeAttempt(context, [{ ...signInsPerKey, counter: `sign-in-key/${keyId}` }])
}

export interface TakenAttempt {
  /** The attempt does not count. */
  refund(): Promise<void>
}

/** Counts one attempt in every window, or throws 429 and counts it in none. */
export async function takeAttempt(
  { counters, now }: LimitContext,
  windows: readonly Omit<Check, "cost">[],
): Promise<TakenAttempt> {
  const checks = windows.map((window) => ({ ...window, cost: 1 }))
  const result = await counters.take(checks, now)
  if (result.taken) return { refund: () => counters.refund(checks, result) }
  const waits = result.outcomes.filter(({ allowed }) => !allowed).map(({ resetAt }) => resetAt - now)
  throw tooManySignIns(Math.max(1, Math.ceil(Math.max(...waits) / 1000)))
}

/** People read the detail on the page where they sign in. */
export function tooManySignIns(waitSeconds: number): Fault {
  return fault("limits/sign_in_rate_limited", {
    detail: `There were too many sign-ins. Try again in ${waitText(waitSeconds)}.`,
    headers: { "Retry-After": String(waitSeconds) },
  })
}

function waitText(seconds: number): string {
  if (seconds <= 120) return `${seconds} s`
  return seconds <= 120 * 60 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`
}

async function slowDown(): Promise<void> {
  if (slowed >= maxSlowed) throw tooManySignIns(2)
  slowed += 1
  try {
    await new Promise((resolve) => setTimeout(resolve, slowByMs))
  } finally {
    slowed -= 1
  }
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
