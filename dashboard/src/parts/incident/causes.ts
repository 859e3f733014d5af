import type { Event } from "@keyward/client"
import type { Code } from "../../../../src/contract/verdicts.ts"

/** The fields of keys, customers, plans and APIs that decide each reason. */
const fieldsOf: Readonly<Record<Code, readonly string[]>> = {
  VALID: [],
  NOT_FOUND: [],
  DISABLED: ["enabled"],
  EXPIRED: ["expires"],
  FORBIDDEN: ["ipAllowlist"],
  INSUFFICIENT_PERMISSIONS: ["permissions", "roles", "scoped", "plan", "identity"],
  RATE_LIMITED: ["ratelimits", "plan", "identity"],
  USAGE_EXCEEDED: ["credits", "quota", "plan", "identity"],
}

/** An old secret is refused as expired once its rotation is over. */
const rotations: ReadonlySet<string> = new Set([
  "key.rotated",
  "key.rerolled",
  "key.rotation_finished",
  "key.rotation_cancelled",
])

interface Refusals {
  readonly code: Code
  /** The end of the first interval with a refusal. */
  readonly before: number
  /** The keys that were refused. Undefined if there are more than are known. */
  readonly keyIds: ReadonlySet<string> | undefined
  /** The permission queries that were not satisfied, as far as they are known. */
  readonly queries: readonly string[]
}

/** The last change that bears on refusals, before the first of them. The events come newest first. */
export function causeOf(refusals: Refusals, events: readonly Event[]): Event | undefined {
  const { code, before, keyIds, queries } = refusals
  return events.find((event) => {
    if (event.time >= before || !isOfKeys(event, keyIds)) return false
    return event.type === "role.updated" ? hasTaken(event, queries) : bearsOn(code, event)
  })
}

/** Whether a role has lost a permission that a refused call asked for. Other changes of roles are no cause. */
function hasTaken({ changes: { before } }: Event, queries: readonly string[]): boolean {
  const taken: unknown = before?.permissions
  const wanted = new Set(queries.flatMap((query) => query.split(/[\s()]+/)))
  return Array.isArray(taken) && taken.some((slug) => wanted.has(slug))
}

/** Changes of the customer's other keys have not stopped these. */
function isOfKeys({ resources: [subject] }: Event, keyIds: Refusals["keyIds"]): boolean {
  return subject?.type !== "key" || keyIds === undefined || keyIds.has(subject.id)
}

function bearsOn(code: Code, { type, changes: { before, after } }: Event): boolean {
  if (code === "EXPIRED" && rotations.has(type)) return true
  if (after === null) return false
  if (code === "DISABLED") return after.enabled === false
  if (before === null) return fieldsOf[code].some((field) => field !== "identity" && isSet(after[field]))
  return fieldsOf[code].some((field) => field in after || field in before)
}

/** A new object names all its fields, also those that are empty. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0)
}
