import { type Field, flagOf } from "./fields.ts"
import { subjectOf } from "./short-names.ts"

/** A field that may be given without its flag, by position. */
export interface Positional {
  readonly field: Field
  /** `KEY_ID`, for the help. */
  readonly placeholder: string
  /** Chooses another field for some values, such as a plaintext key instead of an id. */
  fieldFor?(value: string): Field | undefined
  /** Shown instead of the description in the schema. */
  readonly about?: string | undefined
  readonly isOptional: boolean
  /** Takes all remaining words. */
  readonly isRest: boolean
}

/**
 * The object of the operation, other required objects, and a list at the end: `keys add-roles KEY_ID ROLE…`.
 * For a new object, its name: `apis create NAME`.
 */
export function positionalsOf(operation: string, fields: readonly Field[]): readonly Positional[] {
  const top = fields.filter(({ path }) => path.length === 1)
  const needed = top.filter((field) => field.isRequired && refersToObject(field))
  if (/\.create/.test(operation)) return (needed.length > 0 ? needed : nameIn(top)).map((field) => positional(field))
  const own = ownField(operation, top)
  const objects = own === undefined || needed.includes(own) ? needed : [own, ...needed]
  const lists = top.filter(({ kind, isRequired }) => kind === "texts" && isRequired)
  const isOptional = (field: Field) => !field.isRequired && !hasAlternative(field, top)
  return [...objects, ...lists.slice(0, 1)].map((field) => positional(field, isOptional(field)))
}

/** Assigns each word to a field. `stray` is the first word without a field. */
export function readPositionals(words: readonly string[], positionals: readonly Positional[]) {
  const single = positionals.filter(({ isRest }) => !isRest)
  const rest = positionals.find(({ isRest }) => isRest)
  const given = words.flatMap((value, index) => {
    const place = single[index] ?? rest
    const field = place?.fieldFor?.(value) ?? place?.field
    return field === undefined ? [] : [{ flag: flagOf(field.path), value }]
  })
  return { given, stray: rest === undefined ? words[single.length] : undefined }
}

/** ` KEY_ID ROLE…` */
export function usageOf(positionals: readonly Positional[]): string {
  return positionals
    .map(({ placeholder, isOptional }) => (isOptional ? ` [${placeholder}]` : ` ${placeholder}`))
    .join("")
}

/** An id or a name. A plaintext key is never an argument, because others could read it there. */
function refersToObject({ path: [fieldName = ""], kind }: Field): boolean {
  return kind === "text" && fieldName !== "externalId" && (/[a-z]Id$/.test(fieldName) || objectNames.has(fieldName))
}

const objectNames = new Set(["identity", "role", "permission", "plan", "namespace", "identifier"])

function ownField(operation: string, fields: readonly Field[]): Field | undefined {
  const subject = subjectOf(operation)
  if (subject === undefined || /\.list/.test(operation)) return undefined
  const references = fields.filter(refersToObject)
  const named = (name: string) => references.find(({ path: [fieldName] }) => fieldName === name)
  return named(subject) ?? named(`${subject}Id`)
}

/** If two fields can name the object, one is enough. */
function hasAlternative({ path: [fieldName = ""] }: Field, fields: readonly Field[]): boolean {
  return fields.some(({ path: [other] }) => other === `${fieldName}Id`)
}

/** The field that names a new object. */
function nameIn(fields: readonly Field[]): readonly Field[] {
  const names = ["slug", "externalId", "name", "url"]
  const found = names.flatMap((name) => fields.filter(({ path, isRequired }) => path[0] === name && isRequired))
  return found.slice(0, 1)
}

export function positional(field: Field, isOptional = false): Positional {
  const isRest = field.kind === "texts"
  const name = flagOf(field.path).replaceAll("-", "_").toUpperCase()
  return { field, placeholder: isRest ? `${name.replace(/S$/, "")}…` : name, isOptional, isRest }
}
