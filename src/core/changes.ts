import { canonicalJson } from "./canonical-json.ts"
import type { Changes } from "./model.ts"

type Presented = Readonly<Record<string, unknown>>

/** Bookkeeping of Keyward itself, not a change that somebody made. */
const bookkeeping = new Set(["updatedAt", "lastUsedAt"])

/** What differs between two presentations of one object, or undefined if nothing does. */
export function changesBetween(before: Presented, after: Presented): Changes | undefined {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (member) => !bookkeeping.has(member) && !sameValue(before[member], after[member]),
  )
  if (changed.length === 0) return undefined
  return { before: pick(before, changed), after: pick(after, changed) }
}

function sameValue(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return one === other
  return canonicalJson(one) === canonicalJson(other)
}

function pick(object: Presented, members: readonly string[]): Presented {
  return Object.fromEntries(members.filter((member) => object[member] !== undefined).map((m) => [m, object[m]]))
}
