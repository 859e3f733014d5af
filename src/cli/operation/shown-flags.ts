import { type Field, type FieldKind, flagOf, isPlaintextKey } from "./fields.ts"
import type { OperationCall } from "./operation-calls.ts"
import { plaintextKeyHelp } from "./plaintext-key.ts"
import { directionOf } from "./read-value.ts"
import { isCovered, type Shorthand, shorthandsFor } from "./shorthands.ts"

/** A flag as help and messages tell of it: a field, or a shorthand for several. */
export interface ShownFlag {
  readonly flag: string
  /** What follows it. */
  readonly form: string
  readonly about: string
  readonly isRequired: boolean
  readonly fields: readonly Field[]
}

/** The flags of a command in the order of its fields, without those that need none because they have a place. */
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

/** What the request can carry besides, each by a flag of its own that few people need. */
export function hiddenFlagsOf(call: Pick<OperationCall, "fields" | "positionals">): readonly string[] {
  const shown = new Set(shownFlagsOf(call).map(({ flag }) => flag))
  const flags = call.fields().map(({ path }) => flagOf(path))
  return flags.filter((flag) => !shown.has(flag))
}

/** An object whose members are flags of their own need not be shown itself, unless null says something. */
function isSpelledOut({ kind, isNullable, path }: Field, fields: readonly Field[], shorthands: readonly Shorthand[]) {
  if (kind !== "object") return false
  const members = fields.filter(
    (one) => one.path.length > path.length && flagOf(one.path).startsWith(`${flagOf(path)}.`),
  )
  const isToldShorter = members.some((member) => shorthands.some((shorthand) => isCovered(member, shorthand)))
  return !isNullable || isToldShorter
}

function shorthandFlag(shorthand: Shorthand, fields: readonly Field[]): ShownFlag {
  const covered = fields.filter((field) => isCovered(field, shorthand))
  const [first] = covered
  const about = shorthand.about === "" && first !== undefined ? aboutField(first) : shorthand.about
  return {
    flag: shorthand.flag,
    form: shorthand.form,
    about,
    isRequired: covered.some(({ path, isRequired }) => path.length === 1 && isRequired),
    fields: covered,
  }
}

function fieldFlag(field: Field): ShownFlag {
  const { path, kind, isRequired } = field
  return {
    flag: flagOf(path),
    form: isPlaintextKey(field) ? "KEY" : forms[kind],
    about: aboutField(field),
    isRequired: isRequired && path.length === 1,
    fields: [field],
  }
}

const forms: Readonly<Record<FieldKind, string>> = {
  text: "TEXT",
  integer: "NUMBER",
  time: "WHEN",
  duration: "DURATION",
  truth: "",
  texts: "TEXT,…",
  objects: "JSON",
  object: "JSON",
  open: "NAME=TEXT",
}

/** Everything there is to know about the values of a field. */
export function aboutField(field: Field): string {
  const { path, kind, isNullable, isRequired, schema } = field
  const told = [
    isRequired && path.length > 1 ? `Required in ${flagOf(path.slice(0, -1))}.` : "",
    // What the name of the flag and the hint say already.
    kind === "time" ? "" : (schema.description ?? ""),
    isPlaintextKey(field) ? plaintextKeyHelp : (hints[kind]?.(field) ?? ""),
    boundsOf(field),
    isNullable ? nothing[kind] : "",
    schema.default === undefined || isEmpty(schema.default) ? "" : `Default: ${JSON.stringify(schema.default)}.`,
  ]
  return told.filter(Boolean).join(" ")
}

const plainNull = "null removes it."
const nothing: Readonly<Record<FieldKind, string>> = {
  text: plainNull,
  integer: "Or unlimited.",
  time: "never removes it.",
  duration: plainNull,
  truth: plainNull,
  texts: plainNull,
  objects: plainNull,
  object: plainNull,
  open: plainNull,
}

const hints: Readonly<Partial<Record<FieldKind, (field: Field) => string>>> = {
  time: (field) =>
    directionOf(field) === "ahead"
      ? "A time from now (30d, 12h, 6mo), a date in UTC (2027-01-31) or a time (2027-01-31T12:00:00Z)."
      : "A time ago (2h, 7d), a date in UTC (2027-01-31) or a time (2027-01-31T12:00:00Z).",
  duration: () => "30s, 5m, 24h or 7d.",
  texts: () => "Separated by commas; the flag may be repeated.",
  objects: () => "One object, or an array of them; the flag may be repeated.",
  open: ({ path }) => `plan=pro; the flag may be repeated. Or a JSON object: --${flagOf(path)} '{"seats":5}'.`,
}

function boundsOf({ kind, schema }: Field): string {
  if (schema.enum !== undefined) return `One of ${schema.enum.map(String).join(", ")}.`
  if (kind === "text") return between(schema.minLength ?? 0, schema.maxLength, " characters")
  if (kind === "integer") return between(schema.minimum ?? 0, schema.maximum, "")
  if (kind === "texts" || kind === "objects") return `Up to ${(schema.maxItems ?? 0).toLocaleString("en")} entries.`
  return ""
}

/** What hardly anybody comes near is not worth the room. */
const longText = 255

/** That a text has to have a character goes without saying. */
function between(least: number, most: number | undefined, unit: string): string {
  const from = least.toLocaleString("en")
  if (most === undefined || most === Number.MAX_SAFE_INTEGER) return least === 0 ? "" : `At least ${from}${unit}.`
  const to = most.toLocaleString("en")
  if (unit === "" || least > 1) return `${from} to ${to}${unit}.`
  return most < longText ? `Up to ${to}${unit}.` : ""
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0
}
