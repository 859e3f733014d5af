import { type Field, type FieldKind, flagOf, isNumberList, isPlaintextKey } from "./fields.ts"
import type { OperationCall } from "./operation-call.ts"
import { plaintextKeyHelp } from "./plaintext-key.ts"
import { directionOf } from "./read-value.ts"
import { isCovered, type Shorthand, shorthandsFor } from "./shorthands.ts"
import { clockHelp } from "./values/moment.ts"

/** A flag as help and messages show it: a field, or a shorthand for several. */
export interface ShownFlag {
  readonly flag: string
  /** The placeholder of its value. */
  readonly form: string
  readonly about: string
  readonly isRequired: boolean
  /** It takes no value, and cannot be denied. */
  readonly isSwitch?: true | undefined
  readonly fields: readonly Field[]
}

/** The flags of a command in the order of its fields, without those that are arguments. */
export function shownFlagsOf(call: Pick<OperationCall, "fields" | "positionals">): readonly ShownFlag[] {
  const placed = new Set(call.positionals().map(({ field }) => flagOf(field.path)))
  const fields = call.fields()
  const shorthands = shorthandsFor(fields)
  const shown = fields.flatMap((field) => {
    if (placed.has(flagOf(field.path)) || isSpelledOut(field, fields, shorthands)) return []
    const shorthand = shorthands.find((one) => isCovered(field, one))
    return [shorthand === undefined ? fieldFlag(field) : shorthandFlag(shorthand, fields)]
  })
  return shown.filter(({ flag }, index) => shown.findIndex((one) => one.flag === flag) === index)
}

/** Flags for single fields of the request that a shown flag or an argument covers. */
export function hiddenFlagsOf(call: Pick<OperationCall, "fields" | "positionals">): readonly string[] {
  const shown = new Set(shownFlagsOf(call).map(({ flag }) => flag))
  const flags = call.fields().map(({ path }) => flagOf(path))
  // `--url` is the address of the service.
  return flags.filter((flag) => !shown.has(flag) && flag !== "url")
}

/** An object is not shown beside the flags of its fields, unless null means something. */
function isSpelledOut({ kind, isNullable, path }: Field, fields: readonly Field[], shorthands: readonly Shorthand[]) {
  if (kind !== "object") return false
  const innerFields = fields.filter(
    (one) => one.path.length > path.length && flagOf(one.path).startsWith(`${flagOf(path)}.`),
  )
  const isToldShorter = innerFields.some((inner) => shorthands.some((shorthand) => isCovered(inner, shorthand)))
  return !isNullable || isToldShorter
}

function shorthandFlag(shorthand: Shorthand, fields: readonly Field[]): ShownFlag {
  const covered = fields.filter((field) => isCovered(field, shorthand))
  const [first] = covered
  const about = shorthand.about === "" && first !== undefined ? aboutField(first) : shorthand.about
  return {
    flag: shorthand.flag,
    form: shorthand.form,
    isSwitch: shorthand.isSwitch,
    about,
    isRequired: covered.some(({ path, isRequired }) => path.length === 1 && isRequired),
    fields: covered,
  }
}

function fieldFlag(field: Field): ShownFlag {
  const { path, isRequired } = field
  return {
    flag: flagOf(path),
    form: isPlaintextKey(field) ? "KEY" : (shortChoices(field) ?? formOf(field)),
    about: aboutField(field),
    isRequired: isRequired && path.length === 1,
    fields: [field],
  }
}

const forms: Readonly<Record<FieldKind, string>> = {
  text: "TEXT",
  integer: "NUMBER",
  time: "WHEN",
  place: "WHEN",
  duration: "DURATION",
  truth: "",
  texts: "TEXT,…",
  objects: "JSON",
  object: "JSON",
  open: "NAME=TEXT",
}

function formOf(field: Field): string {
  return isNumberList(field) ? "NUMBER,…" : forms[field.kind]
}

const widestChoices = 30

/** `keep|disable|delete`; undefined if the value is free or the choices are too long. */
function shortChoices({ schema }: Field): string | undefined {
  const choices = schema.enum?.map(String).join("|")
  return choices !== undefined && choices.length <= widestChoices ? choices : undefined
}

/** Purpose, form, bounds and default of a field. */
export function aboutField(field: Field): string {
  const [purpose, fallback] = purposeOf(field)
  const { path, kind, isRequired } = field
  const parts = [
    purpose,
    isPlaintextKey(field) ? plaintextKeyHelp : (hints[kind]?.(field) ?? ""),
    boundsOf(field),
    removalOf(field),
    fallback,
    isRequired && path.length > 1 ? `Required with any other --${flagOf(path.slice(0, -1))} flag.` : "",
  ]
  return parts.filter(Boolean).join(" ")
}

/** The description without API details and without the default, which is added at the end. */
function purposeOf(field: Field): readonly [string, string] {
  const { kind, schema } = field
  const [, purpose = "", described = ""] = /^(.*?)(?: (Default: .*))?$/s.exec(descriptionOf(field)) ?? []
  const stated = schema.default === undefined || isEmpty(schema.default) ? "" : `Default: ${String(schema.default)}.`
  const fallback = described || stated
  if (kind === "place") return [purpose.replace(" in Unix milliseconds", ""), fallback]
  if (kind !== "time") return [purpose, fallback]
  return [purpose.replace(/, in Unix milliseconds(; null means never)?/, ""), fallback]
}

/** On the command line, a number takes `unlimited`, which the bounds say. */
function descriptionOf({ kind, schema: { description = "" } }: Field): string {
  return kind === "integer" ? description.replace(" null means unlimited.", "") : description
}

/** How to remove a value, unless the purpose or the bounds say it. */
function removalOf({ kind, isNullable, schema }: Field): string {
  if (!isNullable || kind === "time" || kind === "integer" || schema.description?.includes("null")) return ""
  return kind === "texts" ? "Use null to clear the list." : "Use null to remove it."
}

const hints: Readonly<Partial<Record<FieldKind, (field: Field) => string>>> = {
  time: (field) => {
    const fromNow = directionOf(field) === "ahead" ? "30d, 12h or 6mo from now" : `2h or 7d ago, ${clockHelp}`
    const [before, end] = field.isNullable ? ["", ", or never"] : ["or ", ""]
    return `${fromNow}, a date in UTC (2027-01-31), ${before}a time (2027-01-31T12:00:00Z)${end}.`
  },
  place: () => `A time is 2h or 7d ago, ${clockHelp}, a date in UTC (2027-01-31), or 2027-01-31T12:00:00Z.`,
  duration: () => "Such as 30s, 5m, 24h or 7d.",
  texts: () => "Separate values with commas, or repeat the flag.",
  objects: () => "One JSON object or an array of them. You can repeat the flag.",
  open: ({ path }) => `As plan=pro, repeated for more, or as JSON: --${flagOf(path)} '{"seats":5}'.`,
}

function boundsOf(field: Field): string {
  const { kind, schema, isNullable } = field
  if (shortChoices(field) !== undefined) return ""
  if (schema.enum !== undefined) return `One of ${schema.enum.map(String).join(", ")}.`
  if (kind === "text") return between(schema.minLength ?? 0, schema.maxLength, " characters")
  if (kind === "texts" || kind === "objects") return `Up to ${numberText(schema.maxItems ?? 0)} entries.`
  if (kind !== "integer") return ""
  const range = between(schema.minimum ?? 0, schema.maximum, "")
  if (!isNullable || descriptionOf(field).includes("null")) return range
  return range === "" ? "A number, or unlimited." : range.replace(/\.$/, ", or unlimited.")
}

/** The help leaves out a larger maximum, because users do not reach it. */
const longText = 64

/** Every text has at least one character, so a minimum of 1 is not mentioned. */
function between(least: number, most: number | undefined, unit: string): string {
  const from = numberText(least)
  if (most === undefined || most === Number.MAX_SAFE_INTEGER) return least === 0 ? "" : `At least ${from}${unit}.`
  const to = numberText(most)
  if (unit === "" || least > 1) return `${from} to ${to}${unit}.`
  return most < longText ? `Up to ${to}${unit}.` : ""
}

/** Years are written without a comma. */
function numberText(number: number): string {
  return number < 10_000 ? String(number) : number.toLocaleString("en")
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0
}
