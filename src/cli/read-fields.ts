import { UsageError } from "./failure.ts"
import { type Field, type FieldKind, flagOf } from "./fields.ts"
import type { Takes } from "./flags.ts"
import { kebab } from "./names.ts"

/** The field that a flag means, and what becomes of it there. */
export interface FieldFlag {
  readonly field: Field
  /** Longer than the field's where it is open: `--meta.plan`. */
  readonly path: readonly string[]
  readonly takes: Takes
  /** `--no-enabled`. */
  readonly isDenied: boolean
}

/** Flags are accepted as on the wire and in kebab-case; what lies inside an open object is taken as it is written. */
export function findField(fields: readonly Field[], flag: string): FieldFlag | undefined {
  const said = flag.split(".")
  for (const field of fields) {
    const { path, kind } = field
    const begins = path.every((member, index) => kebab(member) === kebab(said[index] ?? ""))
    if (begins && said.length === path.length) {
      return { field, path, takes: takesOf(kind), isDenied: false }
    }
    const inside = said.slice(path.length)
    if (begins && kind === "open" && inside.every((member) => member !== "")) {
      return { field, path: [...path, ...inside], takes: "value", isDenied: false }
    }
  }
  const denied = flag.startsWith("no-") ? findField(fields, flag.slice(3)) : undefined
  return denied?.field.kind === "truth" ? { ...denied, takes: "nothing", isDenied: true } : undefined
}

export function takesOf(kind: FieldKind): Takes {
  if (kind === "truth") return "truth"
  return kind === "texts" || kind === "objects" ? "values" : "value"
}

/** The one of a field's spellings that messages use. */
export function nameOf({ field, path }: FieldFlag): string {
  return [flagOf(field.path), ...path.slice(field.path.length)].join(".")
}

/** Puts the value of a flag into the request. */
export function putField(request: Record<string, unknown>, found: FieldFlag, text: string | undefined): void {
  const { field, path, isDenied } = found
  const holder = path.slice(0, -1).reduce(objectIn, request)
  const member = path.at(-1) ?? ""
  const before = Object.hasOwn(holder, member) ? holder[member] : undefined
  const isInsideOpen = path.length > field.path.length
  const value = isInsideOpen ? text : isDenied ? false : readValue(field, text ?? "true")
  if (before !== undefined && !(Array.isArray(before) && Array.isArray(value))) {
    throw new UsageError(`--${nameOf(found)} is given more than once: by itself and as a part of something else.`)
  }
  const joined = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value
  Object.defineProperty(holder, member, { value: joined, enumerable: true, configurable: true, writable: true })
}

/** The object under this member, made if need be. */
function objectIn(holder: Record<string, unknown>, member: string): Record<string, unknown> {
  const known: unknown = Object.hasOwn(holder, member) ? holder[member] : undefined
  if (isObject(known)) return known
  if (known !== undefined) throw new UsageError(`\`${member}\` is given once as a whole and once in parts.`)
  const made: Record<string, unknown> = {}
  Object.defineProperty(holder, member, { value: made, enumerable: true, configurable: true, writable: true })
  return made
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function readValue(field: Field, text: string): unknown {
  const flag = `--${flagOf(field.path)}`
  if (text === "null" && field.isNullable) return null
  switch (field.kind) {
    case "text":
      return text
    case "integer":
      return integerOf(flag, text)
    case "time":
      return momentOf(flag, text)
    case "truth":
      if (text === "true" || text === "false") return text === "true"
      throw new UsageError(`${flag} must be true or false, not ${JSON.stringify(text)}.`)
    case "texts":
      return text.trimStart().startsWith("[")
        ? listOf(flag, text)
        : text
            .split(",")
            .map((one) => one.trim())
            .filter(Boolean)
    case "objects":
      return text.trimStart().startsWith("[") ? listOf(flag, text) : [objectOf(flag, text)]
    case "object":
    case "open":
      return objectOf(flag, text)
  }
}

function integerOf(flag: string, text: string): number {
  const number = Number(text)
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(number)) return number
  throw new UsageError(`${flag} must be an integer, not ${JSON.stringify(text)}.`)
}

function momentOf(flag: string, text: string): number {
  if (/^-?\d+$/.test(text)) return integerOf(flag, text)
  const isDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text)
  const moment = isDate ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(moment)) return moment
  throw new UsageError(
    `${flag} must be Unix milliseconds or a date in UTC such as 2027-01-31 or 2027-01-31T12:00:00Z, not ${JSON.stringify(text)}.`,
  )
}

function listOf(flag: string, text: string): unknown[] {
  const value = parsed(flag, text)
  if (Array.isArray(value)) return value
  throw new UsageError(`${flag} must be a JSON array.`)
}

function objectOf(flag: string, text: string): Record<string, unknown> {
  const value = parsed(flag, text)
  if (isObject(value)) return value
  throw new UsageError(`${flag} must be a JSON object such as '{"name":"value"}'.`)
}

/** What was given is not repeated: it may hold a secret. */
export function parsed(what: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${what} is not well-formed JSON.`)
  }
}
