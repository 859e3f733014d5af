import { z } from "zod"
import { storedLimitText } from "../../core/flag-values/rate.ts"
import { refillText } from "../../core/flag-values/refill.ts"
import { isObject } from "../terminal/json.ts"
import { cell, linesOf } from "../terminal/render.ts"
import { isMoment } from "./fields.ts"
import { relativeWords } from "./values/relative-time.ts"

type Fields = Readonly<Record<string, unknown>>

/** A line for each value, with limits, refills and permissions written as flags take them. */
export function recordLines(record: Fields, now: number): [string, string][] {
  return linesOf("", condensed(record), (path, value) => textFor(path, value, now))
}

function condensed(record: Fields): Fields {
  const entries = Object.entries(record).filter(([fieldName, value]) => !isSecondName(fieldName, value, record))
  return Object.fromEntries(entries.map(([fieldName, value]) => [fieldName, shortened(fieldName, value)]))
}

/** An identity has its id under two names. */
function isSecondName(fieldName: string, value: unknown, record: Fields): boolean {
  return fieldName === "id" && Object.entries(record).some(([name, other]) => /Id$/.test(name) && other === value)
}

const storedLimits = z.array(
  z.strictObject({
    id: z.string(),
    name: z.string(),
    limit: z.number(),
    duration: z.number(),
    autoApply: z.boolean(),
  }),
)
const refill = z.union([
  z.object({ interval: z.literal("daily"), amount: z.number() }),
  z.object({ interval: z.literal("monthly"), amount: z.number(), refillDay: z.number() }),
])
const permissions = z.array(z.object({ slug: z.string() }))

function shortened(fieldName: string, value: unknown): unknown {
  if (fieldName === "ratelimits") return shortLimits(value)
  if (fieldName === "refill") return shortRefill(value)
  if (fieldName === "permissions") return permissions.safeParse(value).data?.map(({ slug }) => slug) ?? value
  return isObject(value) && fieldName !== "meta" ? condensed(value) : value
}

/** Limits of a verification also have `remaining`, so they are not shortened. */
function shortLimits(value: unknown): unknown {
  return storedLimits.safeParse(value).data?.map(({ id: _id, ...limit }) => storedLimitText(limit)) ?? value
}

function shortRefill(value: unknown): unknown {
  const { data } = refill.safeParse(value)
  return data === undefined ? value : refillText(data)
}

const unlimitedWhenNull = /^(limits|credits)\.|\.limit$/

function textFor(path: string, value: unknown, now: number): string {
  const fieldName = path.split(".").at(-1) ?? ""
  if (/(^|\.)meta\./.test(path)) return cell("", value)
  if (value === null && unlimitedWhenNull.test(path)) return "unlimited"
  if (typeof value === "object" && Object.keys(value ?? {}).length === 0) return "none"
  if (typeof value !== "number") return cell(fieldName, value)
  return isMoment(fieldName) ? timeText(value, now) : value.toLocaleString("en")
}

/** `in 3 days (2027-01-31T12:00:00Z)`; seconds are exact enough to read. */
function timeText(moment: number, now: number): string {
  const exact = cell("createdAt", moment).replace(/\.\d{3}Z$/, "Z")
  return `${relativeWords(moment, now)} (${exact})`
}
