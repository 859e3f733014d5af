import { canonicalJson } from "./canonical-json.ts"
import type { Changes } from "./model.ts"

type WireObject = Readonly<Record<string, unknown>>

/** Timestamps that Keyward maintains itself; they are not part of a change. */
const bookkeeping = new Set(["updatedAt", "lastUsedAt"])

/**
 * Compares two versions of one object; undefined means no difference. For a list, `before` holds the removed entries
 * and `after` the added ones; `meta` is compared field by field. An event is therefore only as large as the change.
 */
export function changesBetween(before: WireObject, after: WireObject): Changes | undefined {
  const changed = changedFields(before, after).filter((field) => !bookkeeping.has(field))
  if (changed.length === 0) return undefined
  const differences = changed.map((field) => [field, differenceIn(field, before[field], after[field])] as const)
  return {
    before: defined(differences.map(([field, { removed }]) => [field, removed])),
    after: defined(differences.map(([field, { added }]) => [field, added])),
  }
}

interface Difference {
  readonly removed: unknown
  readonly added: unknown
}

function differenceIn(field: string, before: unknown, after: unknown): Difference {
  if (Array.isArray(before) && Array.isArray(after)) return differenceOfLists(before, after)
  if (field === "meta" && isObject(before) && isObject(after)) return differenceOfFields(before, after)
  return { removed: before, added: after }
}

/** If only the order differs, both lists are recorded in full. */
function differenceOfLists(before: readonly unknown[], after: readonly unknown[]): Difference {
  const [had, has] = [new Set(before.map(canonicalJson)), new Set(after.map(canonicalJson))]
  const removed = before.filter((entry) => !has.has(canonicalJson(entry)))
  const added = after.filter((entry) => !had.has(canonicalJson(entry)))
  return removed.length + added.length === 0
    ? { removed: before, added: after }
    : { removed: unlessEmpty(removed), added: unlessEmpty(added) }
}

function differenceOfFields(before: WireObject, after: WireObject): Difference {
  const changed = changedFields(before, after)
  const changedIn = (object: WireObject) => defined(changed.map((field) => [field, ownValue(object, field)]))
  return { removed: unlessEmpty(changedIn(before)), added: unlessEmpty(changedIn(after)) }
}

function unlessEmpty<Value extends object>(value: Value): Value | undefined {
  return Object.keys(value).length === 0 ? undefined : value
}

function changedFields(before: WireObject, after: WireObject): readonly string[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields.filter((field) => !isSame(ownValue(before, field), ownValue(after, field)))
}

/** Reads own fields only, because a field of `meta` may be called `__proto__`. */
function ownValue(object: WireObject, field: string): unknown {
  return Object.hasOwn(object, field) ? object[field] : undefined
}

function isSame(one: unknown, other: unknown): boolean {
  // An unchanged field is the same object, and writing it would take long if it is a large `meta`.
  if (one === other || one === undefined || other === undefined) return one === other
  return canonicalJson(one) === canonicalJson(other)
}

function defined(fields: readonly (readonly [string, unknown])[]): WireObject {
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

function isObject(value: unknown): value is WireObject {
  return typeof value === "object" && value !== null
}
