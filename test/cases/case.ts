import type { World } from "../harness/world.ts"

/** One call and what has to come of it, whichever way it is made. */
export interface Case extends Exchange {
  readonly operation: string
  /** `200`, or status and code of the refusal. */
  readonly expected: string
}

interface Exchange {
  /** Root key of the world if absent; `stranger` holds a key that nobody knows. */
  readonly as?: "operator" | "key" | "stranger"
  /** Nothing at all if absent. */
  readonly input?: InWorld
  readonly idempotencyKey?: string
  /** What the answer holds at least. */
  readonly data?: InWorld
  /** Where the request breaks its bounds. */
  readonly violations?: readonly string[]
  /** Keeps a text of the answer for later cases under this name. */
  readonly keep?: Readonly<Record<string, string>>
}

/** A value, or how a world gives it. */
type InWorld = object | ((world: CaseWorld) => unknown)

export function valueIn(world: CaseWorld, value: InWorld | undefined): unknown {
  return typeof value === "function" ? value(world) : value
}

interface ListedExchange extends Exchange {
  /** Status and code. Without it, a call with violations is invalid input, and every other call succeeds. */
  readonly refused?: string
}

export function casesOf(operation: string, exchanges: readonly ListedExchange[]): readonly Case[] {
  return exchanges.map(({ refused, ...exchange }) => {
    const usual = exchange.violations === undefined ? "200" : "400 application/invalid_input"
    return { operation, expected: refused ?? usual, ...exchange }
  })
}

export interface CaseWorld extends World {
  /** What earlier cases of the list kept. */
  readonly kept: Record<string, string>
}

/** What a call came to, told in the same words whichever way it was made. */
export interface Outcome {
  readonly status: string
  readonly data?: unknown
  readonly pagination?: unknown
  readonly detail?: string
  readonly violations?: readonly string[]
}

/** One way to make a call. */
export type Driver = (call: {
  readonly url: string
  readonly key: string
  readonly operation: string
  readonly input: unknown
  readonly idempotencyKey: string | undefined
}) => Promise<Outcome>
