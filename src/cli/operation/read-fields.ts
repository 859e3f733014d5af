import { UsageError } from "../failure.ts"
import type { FlagValue } from "../flags.ts"
import { isObject } from "../terminal/json.ts"
import { toKebabCase } from "../terminal/text.ts"
import { type Field, type FieldKind, flagOf } from "./fields.ts"
import { readValue } from "./read-value.ts"
import { type Part, type Shorthand, shorthandsFor, takesOfShorthand } from "./shorthands.ts"

/** A flag that sets a part of the request. */
export interface FieldFlag {
  /** The spelling that messages use. */
  readonly name: string
  readonly takes: FlagValue
  read(text: string | undefined, now: number): readonly Part[]
}

/** Finds a flag by its API name or in kebab-case. Names inside an open object are taken as typed. */
export function findField(fields: readonly Field[], flag: string): FieldFlag | undefined {
  const shorthand = shorthandsFor(fields).find((one) => one.flag === toKebabCase(flag))
  if (shorthand !== undefined) return shorthandFlag(shorthand)
  const said = flag.split(".")
  for (const field of fields) {
    const { path, kind } = field
    const begins = path.every((fieldName, index) => toKebabCase(fieldName) === toKebabCase(said[index] ?? ""))
    if (begins && said.length === path.length) return wholeField(field)
    const inside = said.slice(path.length)
    if (begins && kind === "open" && inside.every((fieldName) => fieldName !== "")) return insideOpen(field, inside)
  }
  const denied = flag.startsWith("no-")
    ? fields.find(({ path }) => flagOf(path) === toKebabCase(flag.slice(3)))
    : undefined
  return denied?.kind === "truth" ? deniedField(denied) : undefined
}

export function takesOf(kind: FieldKind): FlagValue {
  if (kind === "truth") return "truth"
  return kind === "texts" || kind === "objects" || kind === "open" ? "values" : "value"
}

function shorthandFlag(shorthand: Shorthand): FieldFlag {
  const { flag, read } = shorthand
  return { name: flag, takes: takesOfShorthand(shorthand), read: (text = "") => read(text) }
}

function wholeField(field: Field): FieldFlag {
  const { path, kind } = field
  const read = (text = "true", now: number): readonly Part[] => {
    const [, fieldName, value] = (kind === "open" && /^([^{=\s][^=]*)=(.*)$/s.exec(text)) || []
    if (fieldName !== undefined) return [{ path: [...path, ...fieldName.split(".")], value }]
    return [{ path, value: readValue(field, text, now) }]
  }
  return { name: flagOf(path), takes: takesOf(kind), read }
}

function insideOpen({ path }: Field, inside: readonly string[]): FieldFlag {
  const name = [flagOf(path), ...inside].join(".")
  return { name, takes: "value", read: (value) => [{ path: [...path, ...inside], value }] }
}

/** `--no-enabled`. */
function deniedField({ path }: Field): FieldFlag {
  return { name: flagOf(path), takes: "nothing", read: () => [{ path, value: false }] }
}

/** Puts a part into the request. Lists grow; any other value may be given once. */
export function putPart(request: Record<string, unknown>, { path, value }: Part, flag: string): void {
  const holder = path.slice(0, -1).reduce(objectIn, request)
  const fieldName = path.at(-1) ?? ""
  const before = Object.hasOwn(holder, fieldName) ? holder[fieldName] : undefined
  if (before !== undefined && !(Array.isArray(before) && Array.isArray(value))) {
    throw new UsageError(`--${flag} is given twice: alone and as part of another flag.`)
  }
  const joined = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value
  Object.defineProperty(holder, fieldName, { value: joined, enumerable: true, configurable: true, writable: true })
}

/** The object in this field, created if needed. */
function objectIn(holder: Record<string, unknown>, fieldName: string): Record<string, unknown> {
  const known: unknown = Object.hasOwn(holder, fieldName) ? holder[fieldName] : undefined
  if (isObject(known)) return known
  if (known !== undefined) throw new UsageError(`\`${fieldName}\` is given twice: as a whole and in parts.`)
  const made: Record<string, unknown> = {}
  Object.defineProperty(holder, fieldName, { value: made, enumerable: true, configurable: true, writable: true })
  return made
}
