import { maxInteger } from "../contract/primitives.ts"
import { newCredits } from "./balance.ts"
import type { Credits, Refill } from "./credits.ts"

/** Credits are null for an unlimited key. Callers must apply due refills at `now` before a change. */

/** Absent fields stay unchanged; null means unlimited or no refill. */
export interface CreditsPatch {
  readonly remaining?: number | null | undefined
  readonly refill?: Refill | null | undefined
  /** null: never low. */
  readonly lowAt?: number | null | undefined
}

export type Patched =
  | { readonly type: "credits"; readonly credits: Credits | null }
  /** An unlimited key cannot have a refill or a threshold. */
  | { readonly type: "refill_of_unlimited" | "threshold_of_unlimited" }

export function patchCredits(credits: Credits | null, patch: CreditsPatch, now: number): Patched {
  const remaining = patch.remaining === undefined ? (credits?.remaining ?? null) : patch.remaining
  if (remaining === null) {
    if (patch.refill) return { type: "refill_of_unlimited" }
    return isChosen(patch.lowAt) ? { type: "threshold_of_unlimited" } : { type: "credits", credits: null }
  }
  if (patch.refill === undefined) {
    const isSame = credits !== null && patch.remaining === undefined
    return { type: "credits", credits: isSame ? credits : withRemaining(credits, remaining) }
  }
  return { type: "credits", credits: newCredits(remaining, patch.refill, now) }
}

function isChosen(lowAt: number | null | undefined): boolean {
  return lowAt !== undefined && lowAt !== null
}

export type CreditOperation = "set" | "increment" | "decrement"

export interface Adjustment {
  readonly operation: CreditOperation
  /** null makes the key unlimited and deletes its refill. */
  readonly value: number | null
  /** May come back. */
  readonly reserved: number
}

export type Adjusted =
  | { readonly type: "credits"; readonly credits: Credits | null }
  /** An unlimited key has no balance to increment or decrement. */
  | { readonly type: "unlimited" }
  /** The new balance would not be an exact integer. */
  | { readonly type: "too_large" }

export function adjustCredits(credits: Credits | null, { operation, value, reserved }: Adjustment): Adjusted {
  if (value === null) return { type: "credits", credits: null }
  if (operation === "set") return { type: "credits", credits: withRemaining(credits, value) }
  if (credits === null) return { type: "unlimited" }
  const { remaining } = credits
  if (operation === "increment" && value > maxInteger - remaining - reserved) return { type: "too_large" }
  const balance = operation === "increment" ? remaining + value : Math.max(0, remaining - value)
  return { type: "credits", credits: withRemaining(credits, balance) }
}

function withRemaining(credits: Credits | null, remaining: number): Credits {
  return { refill: null, refillAt: null, ...credits, remaining }
}
