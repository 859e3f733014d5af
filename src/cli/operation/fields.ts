import { z } from "zod"
import { toKebabCase } from "../terminal/text.ts"

type Schema = z.core.JSONSchema.BaseSchema

/** A field of a request, and how it is written on a command line. */
export interface Field {
  /** Names from the request down to the value. */
  readonly path: readonly string[]
  readonly kind: FieldKind
  readonly isNullable: boolean
  /** Whether the object around it requires it. */
  readonly isRequired: boolean
  /** With references resolved and alternatives merged. */
  readonly schema: Schema
  /** The fields of an entry, if it is a list of objects. Their paths begin in the entry. */
  readonly entries: readonly Field[]
  readonly exampleEntry: unknown
}

export type FieldKind =
  | "text"
  | "integer"
  /** Unix milliseconds. */
  | "time"
  /** Unix milliseconds, or a text that names a place in the log. */
  | "place"
  /** Milliseconds. */
  | "duration"
  | "truth"
  /** A list of texts, or of objects. */
  | "texts"
  | "objects"
  /** An object with known fields, or an open one whose fields the caller chooses. */
  | "object"
  | "open"

/** Every field of a request, objects before their fields; empty if the request is not an object. */
export function fieldsOf(input: z.ZodType): readonly Field[] {
  const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" })
  return fieldsIn(merged(schema, schema.$defs ?? {}).schema, [], schema.$defs ?? {})
}

/** The fields of each entry, if the request is a list. */
export function entriesOf(input: z.ZodType): readonly Field[] {
  const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" })
  const defs = schema.$defs ?? {}
  return fieldsIn(entryOf(schema, defs) ?? {}, [], defs)
}

/** The fields of a response, or of each entry of a list; empty if they are not known. */
export function outputFields(output: z.ZodType): readonly string[] {
  const schema = z.toJSONSchema(output, { unrepresentable: "any" })
  const defs = schema.$defs ?? {}
  const whole = merged(schema, defs).schema
  return Object.keys((entryOf(whole, defs) ?? whole).properties ?? {})
}

/** `--credits.refill.amount` without its dashes. */
export function flagOf(path: readonly string[]): string {
  return path.map(toKebabCase).join(".")
}

/** The plaintext of a key, which other users could read in the process list. */
export function isPlaintextKey({ path, kind }: Pick<Field, "path" | "kind">): boolean {
  return kind === "text" && path.at(-1) === "key"
}

/** Times are integers in the API and recognized by name: `createdAt`, `expires`, `since`. `lowAt` is a number of credits. */
export function isMoment(fieldName: string): boolean {
  if (fieldName === "lowAt") return false
  return /[a-z]At$/.test(fieldName) || /^(expires|previousExpires|since|until|from|to|time|resets?|at)$/.test(fieldName)
}

/** Durations are integers in the API too. */
function isDuration(fieldName: string): boolean {
  return /^(duration|expiration|expiresIn|overlap)$/.test(fieldName)
}

type Definitions = Readonly<Record<string, Schema>>

function fieldsIn({ properties = {}, required = [] }: Schema, above: readonly string[], defs: Definitions): Field[] {
  return Object.entries(properties).flatMap(([fieldName, property]) => {
    if (typeof property === "boolean") return []
    const { schema, isNullable } = merged(property, defs)
    const path = [...above, fieldName]
    const entry = entryOf(schema, defs)
    const kind = kindOf(fieldName, schema, entry)
    const entries = entry === undefined ? [] : fieldsIn(entry, [], defs)
    const isRequired = required.includes(fieldName)
    const exampleEntry = entry?.examples?.[0]
    const field: Field = { path, kind, isNullable, isRequired, schema, entries, exampleEntry }
    return kind === "object" ? [field, ...fieldsIn(schema, path, defs)] : [field]
  })
}

/** undefined if it is not a list. */
function entryOf({ type, items }: Schema, defs: Definitions): Schema | undefined {
  if (type !== "array") return undefined
  return typeof items === "object" && !Array.isArray(items) ? merged(items, defs).schema : {}
}

/** Its texts are numbers, such as days. */
export function isNumberList({ schema: { type, items } }: Field): boolean {
  return type === "array" && typeof items === "object" && !Array.isArray(items) && items.type === "integer"
}

function kindOf(fieldName: string, { type, properties }: Schema, entry: Schema | undefined): FieldKind {
  switch (type) {
    case "boolean":
      return "truth"
    case "integer":
      if (isDuration(fieldName)) return "duration"
      return isMoment(fieldName) ? "time" : "integer"
    case "object":
      return properties === undefined ? "open" : "object"
    case "array":
      return entry?.type === "object" ? "objects" : "texts"
    default:
      return fieldName === "from" ? "place" : "text"
  }
}

/** Follows references and merges alternatives into one schema; null among them makes it nullable. */
function merged(given: Schema, defs: Definitions): { readonly schema: Schema; readonly isNullable: boolean } {
  const { $ref, anyOf, oneOf, ...own } = given
  const target = $ref === undefined ? undefined : defs[$ref.replace("#/$defs/", "")]
  if (target !== undefined) {
    const { schema, isNullable } = merged(target, defs)
    return { schema: { ...schema, ...own }, isNullable }
  }
  const options = (anyOf ?? oneOf ?? []).filter((option) => typeof option === "object").map((one) => merged(one, defs))
  if (options.length === 0) return { schema: own, isNullable: own.type === "null" }
  const schemas = options.map(({ schema }) => schema).filter(({ type }) => type !== "null")
  const isNullable = options.some((option) => option.isNullable)
  return { schema: { ...schemas.reduce(combined, {}), ...own }, isNullable }
}

/** Accepts what either alternative accepts, and requires what both require. */
function combined(one: Schema, other: Schema): Schema {
  const choices = [...choicesOf(one), ...choicesOf(other)]
  const properties = { ...other.properties, ...one.properties }
  for (const [fieldName, property] of Object.entries(other.properties ?? {})) {
    const known = one.properties?.[fieldName]
    if (typeof known === "object" && typeof property === "object") properties[fieldName] = combined(known, property)
  }
  const required =
    one.required === undefined ? other.required : one.required.filter((name) => other.required?.includes(name))
  return {
    ...other,
    ...one,
    ...(choices.length > 0 && { enum: [...new Set(choices)] }),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required !== undefined && { required }),
  }
}

function choicesOf(schema: Schema): readonly (string | number | boolean | null)[] {
  if (schema.enum !== undefined) return schema.enum
  return schema.const === undefined ? [] : [schema.const]
}
