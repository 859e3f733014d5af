import { nextRefill } from "../model/refill.ts"
import type { Refill } from "../model/state.ts"

/** What the keys of one line were granted together, and what VALID answers have taken: known from requests and answers. */
export interface Books {
  readonly granted: number
  readonly spent: number
  readonly refill: { readonly rule: Refill; readonly at: number } | undefined
}

/** Unlimited keys have no books; undefined before the first credits, null once there were some. */
export type MaybeBooks = Books | null | undefined

export function openBooks(remaining: number, rule: Refill | undefined, now: number): Books {
  return { granted: remaining, spent: 0, refill: rule && { rule, at: nextRefill(rule, now) } }
}

export function leftIn({ granted, spent }: Books): number {
  return granted - spent
}

/** Replaces what was left, which counts as never granted. */
export function grantInstead(books: Books, amount: number): Books {
  return { ...books, granted: books.spent + amount }
}

/** Instants that have come since the last time count as one. */
export function refillBooks(books: Books, now: number): Books {
  const { refill } = books
  if (refill === undefined || now < refill.at) return books
  const { rule } = refill
  return { ...grantInstead(books, rule.amount), refill: { rule, at: nextRefill(rule, now) } }
}

export interface Adjustment {
  readonly operation: "set" | "increment" | "decrement"
  readonly value: number | null
}

/** "refused" where there is nothing to count up or down. */
export function adjustBooks(books: MaybeBooks, { operation, value }: Adjustment): MaybeBooks | "refused" {
  if (value === null) return books === undefined ? undefined : null
  if (operation === "set") return books ? grantInstead(books, value) : { granted: value, spent: 0, refill: undefined }
  if (!books) return "refused"
  const left = leftIn(books)
  return grantInstead(books, operation === "increment" ? left + value : Math.max(0, left - value))
}
