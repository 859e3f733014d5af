import { z } from "zod"
import { keyStatuses } from "./key-statuses.ts"

export const keyStatus = z
  .enum(keyStatuses)
  .describe(
    "Only keys in this state. `active`: enabled and not expired. `disabled`: disabled, even if it has also expired. `expired`: expired, even if it is also disabled. `expiring`: active, and expires within 7 days. `low_credits`: active, with credits at or below `lowAt`; without `lowAt`, at most 10 % of the refill amount, or none without a refill.",
  )
