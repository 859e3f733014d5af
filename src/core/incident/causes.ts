import { isAllowedByList, parseAllowList } from "../../contract/cidr.ts"
import type { Code } from "../../contract/verdicts.ts"
import { minuteMs } from "../durations.ts"
import type { Event } from "../model.ts"
import { isObject, textsIn } from "./event-fields.ts"
import { limitsIn, lostLimits, tightenedLimits } from "./limits.ts"
import { type CodeCounts, type Interval, isRefusedWithin, quietMs } from "./refusals.ts"

/** What is known of a refused call. */
export interface RefusedCall {
  readonly ip: string | null
  readonly exceeded: readonly string[]
  /** The permission query that the key did not satisfy. */
  readonly missing: string | null
}

/** The calls that were refused with a code. */
export interface RefusedCalls {
  readonly code: Code
  readonly onset: Interval
  /** When the first of them came, if the log has it. */
  readonly firstAt: number | undefined
  readonly counted: CodeCounts
  readonly keyIds: ReadonlySet<string>
  readonly newest: RefusedCall | undefined
  /** The address list before each change of one, by the id of the event, which has only the differences. */
  readonly listsBefore: ReadonlyMap<string, readonly string[]>
}

export interface Cause<Change extends Event> {
  readonly event: Change
  /** It is the only change then that refuses such calls by itself. */
  readonly isCertain: boolean
}

/** Refusals that a change has caused come within this time after it. */
export const followedWithinMs = 5 * minuteMs

/**
 * The change that refusals came from: it bears on their code, none came in the hour before it, and the first within five
 * minutes after it. Undefined if no change is so. The events come newest first.
 */
export function causeOf<Change extends Event>(
  refused: RefusedCalls,
  events: readonly Change[],
): Cause<Change> | undefined {
  const possible = events.filter((event) => isFollowed(refused, event.time) && isOfTheirs(refused, event))
  const bearing = possible.filter((event) => bearsOn(refused, event))
  const sufficient = bearing.filter((event) => sufficesFor(refused, event))
  const event = sufficient[0] ?? bearing[0]
  if (event === undefined) return undefined
  const requests = new Set(sufficient.map(({ id, requestId }) => requestId ?? id))
  const isInOrder = refused.firstAt !== undefined || event.time < refused.onset.from
  return { event, isCertain: requests.size === 1 && isInOrder && refused.counted.stepMs === minuteMs }
}

/** Counts know the interval only. A change within it is more often the cause than the effect, unless the log says otherwise. */
function isFollowed({ code, onset, firstAt, counted }: RefusedCalls, time: number): boolean {
  const first = firstAt ?? onset.from
  const isBefore = firstAt === undefined ? time < onset.until : time <= firstAt
  if (!isBefore || first - time > followedWithinMs) return false
  return !isRefusedWithin(counted, code, { from: time - quietMs, until: Math.min(time, onset.from) })
}

/** Changes of the customer's other keys have not stopped these. */
function isOfTheirs({ keyIds }: RefusedCalls, { resources: [subject] }: Event): boolean {
  return subject?.type !== "key" || keyIds.has(subject.id)
}

const rotations: ReadonlySet<string> = new Set([
  "key.rotated",
  "key.rerolled",
  "key.rotation_finished",
  "key.rotation_cancelled",
])

/** Whether a change can lead to refusals with a code. */
function bearsOn({ code, newest: call, listsBefore }: RefusedCalls, event: Event): boolean {
  const { type, changes } = event
  const { after } = changes
  if (type === "key.created") return after !== null && isClosed(code, after)
  const isMoved = has(changes, "plan") || has(changes, "identity")
  switch (code) {
    case "DISABLED":
      return after?.enabled === false || has(changes, "identity")
    case "EXPIRED":
      return rotations.has(type) || typeof after?.expires === "number"
    case "FORBIDDEN":
      return has(changes, "ipAllowlist") && narrowsList(changes, listsBefore.get(event.id))
    case "INSUFFICIENT_PERMISSIONS":
      return isMoved || after?.scoped === true || isAboutDefault(changes) || takesRights(event, call)
    case "RATE_LIMITED":
      return isMoved || isAboutDefault(changes) || tightensLimit(event, call)
    case "USAGE_EXCEEDED":
      return isMoved || isAboutDefault(changes) || isLowered(changes)
    default:
      return false
  }
}

function has({ before, after }: Event["changes"], field: string): boolean {
  return before?.[field] !== undefined || after?.[field] !== undefined
}

/** Another default plan changes what customers without a plan of their own may do. */
function isAboutDefault(changes: Event["changes"]): boolean {
  return has(changes, "default")
}

/** A new key may have been refused from its first call on. It names all its fields, also those that are empty. */
function isClosed(code: Code, fields: Readonly<Record<string, unknown>>): boolean {
  const isSet = (value: unknown) =>
    value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
  if (code === "DISABLED") return fields.enabled === false
  if (code === "INSUFFICIENT_PERMISSIONS") return true
  const deciding = {
    EXPIRED: "expires",
    FORBIDDEN: "ipAllowlist",
    RATE_LIMITED: "ratelimits",
    USAGE_EXCEEDED: "credits",
  }
  return Object.entries(deciding).some(([name, field]) => name === code && isSet(fields[field]))
}

/** Whether a change has taken a permission, or a role. What the call asked for decides, if it is known. */
function takesRights({ type, changes: { before } }: Event, call: RefusedCall | undefined): boolean {
  if (type === "role.deleted") return true
  if (type.startsWith("key.") && textsIn(before?.roles).length > 0) return true
  const taken = textsIn(type === "permission.deleted" ? [before?.slug] : before?.permissions)
  const wanted = wantedBy(call)
  return wanted === undefined ? taken.length > 0 : taken.some((slug) => wanted.has(slug))
}

function wantedBy(call: RefusedCall | undefined): ReadonlySet<string> | undefined {
  if (call === undefined || call.missing === null) return undefined
  return new Set(call.missing.split(/[\s()]+/).filter((word) => !/^(and|or)?$/i.test(word)))
}

/** Whether credits or a quota became less, or began to count. */
function isLowered({ before, after }: Event["changes"]): boolean {
  const amounts = (object: unknown) => (isObject(object) ? (object.remaining ?? object.limit) : undefined)
  return ["credits", "quota"].some((field) => {
    const [had, has] = [amounts(before?.[field]), amounts(after?.[field])]
    if (typeof has !== "number") return false
    return typeof had !== "number" || has < had
  })
}

/** Whether a limit refuses more calls than before. What the call exceeded decides, if it is known. */
function tightensLimit({ type, changes: { before, after } }: Event, call: RefusedCall | undefined): boolean {
  const [removed, added] = [limitsIn(before?.ratelimits), limitsIn(after?.ratelimits)]
  const uncovering = type === "plan.updated" ? [] : lostLimits(removed, added)
  const names = [...tightenedLimits(removed, added), ...uncovering].map(({ name }) => name)
  return call === undefined || call.exceeded.length === 0
    ? names.length > 0
    : names.some((name) => call.exceeded.includes(name))
}

/** Whether the change alone refuses such a call. */
function sufficesFor({ code, newest: call, listsBefore }: RefusedCalls, event: Event): boolean {
  const { type, time, changes } = event
  const { before, after } = changes
  if (before === null) return false
  switch (code) {
    case "DISABLED":
      return after?.enabled === false
    case "EXPIRED":
      return typeof after?.expires === "number" && after.expires <= time + followedWithinMs
    case "FORBIDDEN":
      return call !== undefined && refusesAddress(changes, listsBefore.get(event.id), call.ip ?? undefined)
    case "INSUFFICIENT_PERMISSIONS":
      return wantedBy(call) !== undefined && takesNamed(type, before, call)
    case "RATE_LIMITED": {
      const tightened = tightenedLimits(limitsIn(before.ratelimits), limitsIn(after?.ratelimits))
      return tightened.some(({ name }) => call?.exceeded.includes(name))
    }
    case "USAGE_EXCEEDED":
      return isLowered({ before, after })
    default:
      return false
  }
}

function takesNamed(type: string, before: Readonly<Record<string, unknown>>, call: RefusedCall | undefined): boolean {
  const wanted = wantedBy(call) ?? new Set()
  const taken = textsIn(type === "permission.deleted" ? [before.slug] : before.permissions)
  return taken.some((slug) => wanted.has(slug))
}

/** Whether a list allows fewer addresses than before. An empty one allows all. Without the list before, a removal decides. */
function narrowsList(changes: Event["changes"], had: readonly string[] | undefined): boolean {
  const { removed, added } = differencesOfList(changes)
  if (had === undefined) return removed.length > 0
  const isEmptied = added.length === 0 && had.every((entry) => removed.includes(entry))
  return !isEmptied && (removed.length > 0 || had.length === 0)
}

/** Whether the address was allowed before the change, and is not after it. */
function refusesAddress(
  changes: Event["changes"],
  had: readonly string[] | undefined,
  ip: string | undefined,
): boolean {
  const { removed, added } = differencesOfList(changes)
  const isIn = (list: readonly string[]) => isAllowedByList(parseAllowList(list), ip)
  if (had === undefined) return removed.length > 0 && isIn(removed) && !(added.length > 0 && isIn(added))
  return isIn(had) && !isIn([...had.filter((entry) => !removed.includes(entry)), ...added])
}

function differencesOfList({ before, after }: Event["changes"]) {
  return { removed: textsIn(before?.ipAllowlist), added: textsIn(after?.ipAllowlist) }
}
