import type { Direction } from "../client/type-text.ts"
import type { Field } from "../clients/models.ts"

/** How a value of a field is written: as it is, behind a pointer, or as a `Nullable`. */
export type Form = "plain" | "pointer" | "nullable"

/**
 * Inputs leave out nil pointers, nil slices and empty `Nullable` values. Results have pointers only where the empty value
 * would say something else than that there is none: at numbers and structs.
 */
export function formOf({ type, isRequired }: Pick<Field, "type" | "isRequired">, direction: Direction): Form {
  const isNullable = type.startsWith("?")
  if (isRequired && !isNullable) return "plain"
  const bare = bareType(type)
  if (direction === "response") return /^(int64$|float64$|§)/.test(bare) ? "pointer" : "plain"
  if (isNullable && !isRequired) return "nullable"
  return /^(\[\]|map\[|any$)/.test(bare) ? "plain" : "pointer"
}

/** The type without the marks of the generator. */
export function bareType(type: string): string {
  return type.replace(/^\?/, "")
}

export function fieldType(field: Field, direction: Direction): string {
  const text = bareType(field.type).replaceAll("§", "")
  return { plain: text, pointer: `*${text}`, nullable: `Nullable[${text}]` }[formOf(field, direction)]
}

/** `omitzero` is for inputs, and `omitempty` for results that programs write as JSON. */
export function fieldTag({ wireName, isRequired }: Field, direction: Direction): string {
  if (isRequired) return `\`json:"${wireName}"\``
  return `\`json:"${wireName},${direction === "request" ? "omitzero" : "omitempty"}"\``
}
