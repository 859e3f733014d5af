import { durationIn } from "../../core/flag-values/duration.ts"
import { UsageError } from "../failure.ts"
import { isObject, parsed } from "../terminal/json.ts"
import { type Field, flagOf, isNumberList } from "./fields.ts"
import { clockHelp, type Direction, momentIn } from "./values/moment.ts"

/** Converts the typed text to the value of the field. */
export function readValue(field: Field, text: string, now: number): unknown {
  const flag = `--${flagOf(field.path)}`
  if (field.isNullable && isNothing(field, text)) return null
  switch (field.kind) {
    case "text":
      return text
    case "integer":
      return integerOf(flag, text)
    case "time":
      return momentOf(field, text, now)
    case "place":
      return text === "now" ? text : (momentIn(text, { now, direction: "back" }) ?? text)
    case "duration":
      return durationOf(flag, text)
    case "truth":
      if (text === "true" || text === "false") return text === "true"
      throw wrong(flag, "true or false", text)
    case "texts":
      if (text.trimStart().startsWith("[")) return listOf(flag, text)
      return isNumberList(field) ? splitList(text).map((one) => integerOf(flag, one)) : splitList(text)
    case "objects":
      return text.trimStart().startsWith("[") ? listOf(flag, text) : [objectOf(flag, text)]
    case "object":
    case "open":
      return objectOf(flag, text)
  }
}

export function wrong(flag: string, forms: string, text: string): UsageError {
  return new UsageError(`${flag} must be ${forms}, not ${JSON.stringify(text)}.`)
}

/** `30d` means 30 days from now for an expiry, and 30 days ago for `--since`. */
export function directionOf({ path }: Field): Direction {
  return /^(since|until|from|to)$/.test(path.at(-1) ?? "") ? "back" : "ahead"
}

/** `null`, or the word that people use for it. */
function isNothing({ kind }: Field, text: string): boolean {
  return text === "null" || (kind === "time" && text === "never") || (kind === "integer" && text === "unlimited")
}

export function integerOf(flag: string, text: string): number {
  const number = Number(text)
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(number)) return number
  throw wrong(flag, "an integer", text)
}

function momentOf(field: Field, text: string, now: number): number {
  const direction = directionOf(field)
  const moment = momentIn(text, { now, direction })
  if (moment !== undefined) return moment
  const counted = direction === "ahead" ? "a time from now (30d, 12h, 6mo)" : `a time ago (2h, 7d), ${clockHelp}`
  const never = field.isNullable ? ", never" : ""
  const date = "a date in UTC (2027-01-31), a time with its zone (2027-01-31T12:00:00Z)"
  throw wrong(`--${flagOf(field.path)}`, `${counted}, ${date}${never} or Unix milliseconds`, text)
}

/** A small number without a unit is refused, because the user probably did not mean milliseconds. */
export function durationOf(flag: string, text: string): number {
  const ms = /^(0|\d{4,})$/.test(text) ? Number(text) : durationIn(text)
  if (ms !== undefined && Number.isSafeInteger(ms)) return ms
  throw wrong(flag, "a duration with its unit (30s, 5m, 24h, 7d)", text)
}

function splitList(text: string): string[] {
  return text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean)
}

function listOf(flag: string, text: string): unknown[] {
  const value = parsed(flag, text)
  if (Array.isArray(value)) return value
  throw new UsageError(`${flag} must be a JSON array.`)
}

export function objectOf(flag: string, text: string): Record<string, unknown> {
  const value = parsed(flag, text)
  if (isObject(value)) return value
  throw new UsageError(`${flag} must be a JSON object such as '{"name":"value"}'.`)
}
