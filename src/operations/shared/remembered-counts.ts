import type { Store } from "../../storage/port/store.ts"
import type { ContextWith } from "../context.ts"

interface Known<Counts> {
  readonly countedAt: number
  readonly counts: Promise<Counts>
  /** Known as soon as they are counted. */
  isCheap?: boolean
}

const freshMs = 60_000
/** Few objects are counted again after a second, so that a new workspace does not seem empty for a minute. */
const cheapObjects = 1_000
const cheapFreshMs = 1_000
const maximum = 1_000

type Counting = ContextWith<"store" | "workspace" | "now">

/** Counts of a workspace, at most a minute old, because counting reads every object. */
export function rememberedCounts<Counts>(
  count: (counting: Counting) => Promise<Counts>,
  sizeOf: (counts: Counts) => number,
): (counting: Counting) => Promise<Counts> {
  const knownByStore = new WeakMap<Store, Map<string, Known<Counts>>>()
  return async ({ store, workspace, now }) => {
    const known = knownByStore.get(store) ?? new Map<string, Known<Counts>>()
    knownByStore.set(store, known)
    const last = known.get(workspace.id)
    if (last !== undefined && Math.abs(now - last.countedAt) < (last.isCheap ? cheapFreshMs : freshMs)) {
      return last.counts
    }
    const entry: Known<Counts> = { countedAt: now, counts: count({ store, workspace, now }) }
    if (known.size >= maximum) known.clear()
    known.set(workspace.id, entry)
    entry.counts.then(
      (counts) => {
        entry.isCheap = sizeOf(counts) < cheapObjects
      },
      // A failed count is not remembered.
      () => known.delete(workspace.id),
    )
    return entry.counts
  }
}
