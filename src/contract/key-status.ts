import { z } from "zod"

export const keyStatuses = ["active", "disabled", "expired", "expiring", "low_credits"] as const

export type KeyStatus = (typeof keyStatuses)[number]

export const keyStatus = z
  .enum(keyStatuses)
  .describe(
    "Only keys in this state. `active`: enabled and not expired. `disabled`: disabled, even if it has also expired. `expired`: expired, even if it is also disabled. `expiring`: active, and expires within 7 days. `low_credits`: active, with at most 10 % of the refill amount left; without a refill, with no credits left.",
  )
