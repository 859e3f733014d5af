import type { World } from "../world.ts"

/** One call and what has to come of it, whichever way it is made. */
export interface Case {
  readonly operation: string
  /** Root key of the world if absent; `stranger` holds a key that nobody knows. */
  readonly as?: "operator" | "key" | "stranger"
  /** Nothing at all if absent. */
  readonly input?: (world: CaseWorld) => unknown
  readonly idempotencyKey?: string
  /** `200`, or status and code of the refusal. */
  readonly expected: string
  /** What the answer holds at least. */
  readonly data?: (world: CaseWorld) => unknown
  /** Where the request breaks its bounds. */
  readonly violations?: readonly string[]
  /** Keeps a text of the answer for later cases under this name. */
  readonly keep?: Readonly<Record<string, string>>
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
