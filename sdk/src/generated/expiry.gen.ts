// Written by `npm run gen` from src/core/expiry.ts. Do not edit.

import { dayMs } from "./durations.gen.ts"

interface Expiring {
  readonly expires?: number | null | undefined
}

/** A key is about to expire for so long. */
export const expiringMs = 7 * dayMs

/** A key is expired from the exact millisecond of `expires`. */
export function isExpired({ expires }: Expiring, now: number): boolean {
  return expires != null && now >= expires
}
