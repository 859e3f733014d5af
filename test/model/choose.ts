import fc from "fast-check"
import { pick } from "./values.ts"

/** Chooses an object of a list. */
export interface Target {
  readonly pick: number
  readonly wantsDead: boolean
}

export const target: fc.Arbitrary<Target> = fc.record({ pick, wantsDead: fc.nat(9).map((number) => number === 9) })

/** The position of a live item, or of a deleted one if that is wanted and exists. */
export function choose<Item>(
  items: readonly Item[],
  { pick, wantsDead }: Target,
  isLive: (item: Item) => boolean,
): number | undefined {
  const places = [...items.keys()]
  const isLiveAt = (place: number) => items.slice(place, place + 1).some(isLive)
  const dead = places.filter((place) => !isLiveAt(place))
  const candidates = wantsDead && dead.length > 0 ? dead : places.filter(isLiveAt)
  return candidates[pick % candidates.length]
}

export function isNotDeleted({ isDeleted }: { readonly isDeleted: boolean }): boolean {
  return !isDeleted
}
