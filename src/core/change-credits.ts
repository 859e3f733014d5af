import { maxInteger } from "../contract/primitives.ts"
import { newCredits } from "./balance.ts"
import type { Refill } from "./credits.ts"
import type { Credits } from "./model.ts"

/** Credits are null where a key is unlimited, and settled at `now` wherever they are changed. */

/** An absent member stays as it is; null stands for unlimited and for no refill. */
export interface CreditsPatch {
  readonly remaining?: number | null | undefined
  readonly refill?: Refill | null | undefined
}

export type Patched =
  | { readonly type: "credits"; readonly credits: Credits | null }
  /** Nothing is unlimited and refilled at the same time. */
  | { readonly type: "refill_of_unlimited" }

export function patchCredits(credits: Credits | null, patch: CreditsPatch, now: number): Patched {
  const remaining = patch.remaining === undefined ? (credits?.remaining ?? null) : patch.remaining
  if (remaining === null) {
    return patch.refill ? { type: "refill_of_unlimited" } : { type: "credits", credits: null }
  }
  if (patch.refill === undefined) return { type: "credits", credits: withRemaining(credits, remaining) }
  return { type: "credits", credits: newCredits(remaining, patch.refill, now) }
}

export interface Adjustment {
  readonly operation: "set" | "increment" | "decrement"
  /** null makes the key unlimited, which also takes its refill away. */
  readonly value: number | null
}

export type Adjusted =
  | { readonly type: "credits"; readonly credits: Credits | null }
  /** There is no balance to count up or down. */
  | { readonly type: "unlimited" }
  /** The balance would no longer be an exact integer. */
  | { readonly type: "too_large" }

export function adjustCredits(credits: Credits | null, { operation, value }: Adjustment): Adjusted {
  if (value === null) return { type: "credits", credits: null }
  if (operation === "set") return { type: "credits", credits: withRemaining(credits, value) }
  if (credits === null) return { type: "unlimited" }
  const { remaining } = credits
  if (operation === "increment" && value > maxInteger - remaining) return { type: "too_large" }
  const balance = operation === "increment" ? remaining + value : Math.max(0, remaining - value)
  return { type: "credits", credits: withRemaining(credits, balance) }
}

function withRemaining(credits: Credits | null, remaining: number): Credits {
  return { refill: null, refillAt: null, ...credits, remaining }
}
