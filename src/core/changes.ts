import { canonicalJson } from "./canonical-json.ts"
import type { Changes } from "./model.ts"

type Presented = Readonly<Record<string, unknown>>

/** Bookkeeping of Keyward itself, not a change that somebody made. */
const bookkeeping = new Set(["updatedAt", "lastUsedAt"])

/**
 * What differs between two presentations of one object, or undefined if nothing does. Of a list `before` holds the
 * entries that went and `after` those that came; the members of `meta` are compared one by one. So an event is as large
 * as the change, whatever the object holds besides.
 */
export function changesBetween(before: Presented, after: Presented): Changes | undefined {
  const changed = changedMembers(before, after).filter((member) => !bookkeeping.has(member))
  if (changed.length === 0) return undefined
  const differences = changed.map((member) => [member, differenceIn(member, before[member], after[member])] as const)
  return {
    before: defined(differences.map(([member, { went }]) => [member, went])),
    after: defined(differences.map(([member, { came }]) => [member, came])),
  }
}

interface Difference {
  readonly went: unknown
  readonly came: unknown
}

function differenceIn(member: string, before: unknown, after: unknown): Difference {
  if (Array.isArray(before) && Array.isArray(after)) return differenceOfLists(before, after)
  if (member === "meta" && isObject(before) && isObject(after)) return differenceOfMembers(before, after)
  return { went: before, came: after }
}

/** Where nothing but the order differs there is nothing to tell apart, and both are given whole. */
function differenceOfLists(before: readonly unknown[], after: readonly unknown[]): Difference {
  const [had, has] = [new Set(before.map(canonicalJson)), new Set(after.map(canonicalJson))]
  const went = before.filter((entry) => !has.has(canonicalJson(entry)))
  const came = after.filter((entry) => !had.has(canonicalJson(entry)))
  return went.length + came.length === 0
    ? { went: before, came: after }
    : { went: unlessEmpty(went), came: unlessEmpty(came) }
}

function differenceOfMembers(before: Presented, after: Presented): Difference {
  const changed = changedMembers(before, after)
  const changedIn = (object: Presented) => defined(changed.map((member) => [member, ownValue(object, member)]))
  return { went: unlessEmpty(changedIn(before)), came: unlessEmpty(changedIn(after)) }
}

function unlessEmpty<Value extends object>(value: Value): Value | undefined {
  return Object.keys(value).length === 0 ? undefined : value
}

function changedMembers(before: Presented, after: Presented): readonly string[] {
  const members = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return members.filter((member) => !isSame(ownValue(before, member), ownValue(after, member)))
}

/** Its own: a member of `meta` may be called `__proto__`. */
function ownValue(object: Presented, member: string): unknown {
  return Object.hasOwn(object, member) ? object[member] : undefined
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return one === other
  return canonicalJson(one) === canonicalJson(other)
}

function defined(members: readonly (readonly [string, unknown])[]): Presented {
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}

function isObject(value: unknown): value is Presented {
  return typeof value === "object" && value !== null
}
