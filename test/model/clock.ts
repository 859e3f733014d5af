import fc from "fast-check"
import { choose, type Target, target } from "./choose.ts"
import { nextRefill } from "./refill.ts"
import { at, isLiveKey, type Model } from "./state.ts"
import { duration, pick } from "./values.ts"

/** Moves the clock by a duration, or to an instant at which something happens, or one millisecond before or after it. */
export type Move =
  | { readonly type: "by"; readonly ms: number }
  | { readonly type: "to cell"; readonly duration: number; readonly off: number }
  | { readonly type: "to expiry" | "to refill"; readonly key: Target; readonly off: number }
  | { readonly type: "to return"; readonly number: number; readonly off: number }

/** The time after the move, never before the time of the model. */
export function moved(model: Model, move: Move): number {
  const instant = instantOf(model, move)
  return instant === undefined ? model.now : Math.max(model.now, instant)
}

function instantOf(model: Model, move: Move): number | undefined {
  const { now } = model
  if (move.type === "by") return now + move.ms
  if (move.type === "to cell") return now - (now % move.duration) + move.duration + move.off
  if (move.type === "to return") {
    const open = model.reservations.filter(({ isOpen }) => isOpen)
    const reservation = open[move.number % Math.max(1, open.length)]
    return reservation && reservation.expires + move.off
  }
  const place = choose(model.keys, move.key, isLiveKey)
  if (place === undefined) return undefined
  const { expires, balance } = at(model.keys, place)
  if (move.type === "to expiry") return expires === undefined ? undefined : expires + move.off
  const refill = balance?.credits?.refill
  return refill && nextRefill(refill, now) + move.off
}

const off = fc.constantFrom(-1, 0, 0, 1)
const hourMs = 3_600_000
const day = 24 * hourMs

export const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant("by" as const), ms: fc.constantFrom(1, 300, 999, 1_000) }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("by" as const), ms: fc.constantFrom(30_000, hourMs, day, 31 * day) }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("to cell" as const), duration, off }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("to return" as const), number: pick, off }) },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constantFrom("to expiry" as const, "to refill" as const), key: target, off }),
  },
)

/** Sequences start shortly before the end of a day, a month or a year, in leap years and other years. */
export const beginning: fc.Arbitrary<number> = fc
  .tuple(
    fc.constantFrom("2027-01-31", "2027-02-28", "2028-02-28", "2028-02-29", "2027-04-30", "2027-12-31", "2027-06-14"),
    fc.constantFrom(0, 500, 15_000, 90_000, hourMs, 11 * hourMs),
  )
  .map(([date, before]) => Date.parse(`${date}T23:59:59.999Z`) - before)
