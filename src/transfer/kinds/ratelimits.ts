import { compareBytes } from "../../core/byte-order.ts"
import type { Ratelimit } from "../../core/model.ts"

/** The order in which storage returns them. */
export function ascendingByName(ratelimits: readonly Ratelimit[]): readonly Ratelimit[] {
  return ratelimits.toSorted((one, other) => compareBytes(one.name, other.name))
}

export function withoutIds(ratelimits: readonly Ratelimit[]): readonly Omit<Ratelimit, "id">[] {
  return ascendingByName(ratelimits).map(({ id: _id, ...rest }) => rest)
}
