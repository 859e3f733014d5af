import { isNotice } from "../../contract/event-types.ts"
import { isObject } from "../terminal/json.ts"
import type { Column, Entry } from "./column.ts"
import { recordLines } from "./record-lines.ts"

/** When, who, what, which object of which customer, and the difference. */
export const eventColumns: readonly Column[] = [
  { name: "time", read: ({ time }) => time, importance: 10, isMoment: true, isClock: true },
  { name: "who", read: ({ actor }) => nameOfActor(actor), importance: 7 },
  { name: "what", read: whatOf, importance: 9 },
  { name: "object", read: objectOf, importance: 8 },
  { name: "customer", read: customerOf, importance: 6 },
  { name: "changes", read: differenceOf, importance: 5 },
  { name: "eventId", read: ({ eventId }) => eventId, importance: 4 },
]

/** `Ada`, `CI`, `operator`, `Keyward (quota)`. */
function nameOfActor(actor: unknown): string {
  if (!isObject(actor)) return ""
  const { type, id, name } = actor
  return type === "system" ? `Keyward (${id})` : String(name ?? id)
}

/** The type of the event. One that only switches an object has the name that `--type` takes for it. */
function whatOf({ type, changes }: Entry): string {
  const text = String(type)
  const after = isObject(changes) && isObject(changes.after) ? changes.after : {}
  if (!/^(key|identity)\.updated$/.test(text) || typeof after.enabled !== "boolean") return text
  return text.replace("updated", after.enabled ? "enabled" : "disabled")
}

/** What has no name any more had one before. */
function objectOf({ resources, changes }: Entry): string {
  const [subject] = resourcesIn(resources)
  if (subject === undefined) return ""
  const { before, after } = isObject(changes) ? changes : {}
  const fields = [after, before].filter(isObject)
  const known = ["name", "externalId", "email", "identifier", "slug"].flatMap((field) =>
    fields.map((one) => one[field]).filter((value) => typeof value === "string"),
  )
  return String(subject.name ?? known[0] ?? subject.id)
}

function customerOf({ resources }: Entry): string | undefined {
  const customer = resourcesIn(resources).find(({ type }) => type === "identity")
  return customer === undefined ? undefined : String(customer.name ?? customer.id)
}

function resourcesIn(resources: unknown): readonly Entry[] {
  return Array.isArray(resources) ? resources.filter(isObject) : []
}

/** `enabled: true → false; permissions: docs.write removed`. A new or deleted object has no difference. */
function differenceOf({ type, changes }: Entry, now: number): string | undefined {
  const { before, after } = isObject(changes) ? changes : {}
  if (isNotice(String(type)) && isObject(after)) {
    return recordLines(after, now)
      .map(([name, text]) => `${name}: ${text}`)
      .join("; ")
  }
  if (!isObject(before) || !isObject(after)) return undefined
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields.flatMap((field) => differenceIn(field, before[field], after[field], now)).join("; ")
}

function differenceIn(field: string, before: unknown, after: unknown, now: number): readonly string[] {
  const linesOf = (value: unknown) => new Map(value === undefined ? [] : recordLines({ [field]: value }, now))
  const [old, fresh] = [linesOf(before), linesOf(after)]
  // An event has only the entries that a list lost and got.
  if (Array.isArray(before ?? after)) {
    const lost = [...old.values()].map((text) => `${text} removed`)
    const got = [...fresh.values()].map((text) => `${text} added`)
    return [`${field}: ${[...lost, ...got].join(", ")}`]
  }
  const paths = [...new Set([...old.keys(), ...fresh.keys()])].filter((path) => old.get(path) !== fresh.get(path))
  const shown = paths.filter((path) => !(counted.test(path) && (before === undefined || after === undefined)))
  return shown.map((path) => `${path}: ${wordOf(old.get(path))} → ${wordOf(fresh.get(path))}`)
}

/** What a quota has counted is no part of giving or removing it. */
const counted = /\.(used|overageUsed|from|resets|inherited)$/

function wordOf(text: string | undefined): string {
  return text === undefined || text === "null" ? "none" : text
}
