import { byName } from "./show.ts"
import { expectEvent, type Identified, type Limit, type Model } from "./state.ts"

interface Changeable extends Identified {
  updatedAt: number | undefined
}

/** docs/contract.md#67-events: a difference is stored and recorded once; a call that changes nothing records nothing. */
export function change<Item extends Changeable>(model: Model, item: Item, wanted: Partial<Item>, type: string): void {
  if (differs(item, wanted)) apply(model, item, wanted, type)
}

export function differs<Item extends Changeable>(item: Item, wanted: Partial<Item>): boolean {
  return !Bun.deepEquals(item, { ...item, ...wanted }, true)
}

export function apply<Item extends Changeable>(model: Model, item: Item, wanted: Partial<Item>, type: string): void {
  Object.assign(item, wanted, { updatedAt: model.now })
  expectEvent(model, type, item)
}

export type LimitInput = Omit<Limit, "id">

/** docs/contract.md#93-ratelimit-input-and-credits-input: a known name keeps its id, names that are not listed are removed. */
export function replaceLimits(existing: readonly Limit[], wanted: readonly LimitInput[]): readonly Limit[] {
  return byName(wanted.map((entry) => ({ ...entry, id: existing.find(({ name }) => name === entry.name)?.id ?? "" })))
}
