import type { JsonSchema } from "../../openapi/model.ts"
import { type Html, html, nothing } from "../html.ts"
import { inline } from "../prose.ts"

type Schema = JsonSchema | boolean | undefined

/** Requests mark required fields; responses mark optional ones. */
export type Direction = "request" | "response"

/** The fields of an object with their types, bounds and inner fields. */
export function fieldsView(schema: JsonSchema, direction: Direction): Html {
  const fields = Object.entries(schema.properties ?? {})
  if (schema.type !== "object") return html`<p class="type">${typeView(schema)}</p>${innerView(schema, direction)}`
  if (fields.length === 0) return html`<p class="none">No fields.</p>`
  return html`<ul class="fields">${fields.map(([name, field]) => {
    const isRequired = schema.required?.includes(name) ?? false
    return fieldView(name, field, { isRequired, direction })
  })}</ul>`
}

interface Presence {
  readonly isRequired: boolean
  readonly direction: Direction
}

function fieldView(name: string, schema: Schema, { isRequired, direction }: Presence): Html {
  const described = typeof schema === "object" ? schema : {}
  const marker = direction === "request" ? { is: isRequired, word: "required" } : { is: !isRequired, word: "optional" }
  const presence = marker.is ? html`<span class="presence">${marker.word}</span>` : nothing
  const description = described.description === undefined ? nothing : html`<p>${inline(described.description)}</p>`
  return html`<li><div><code>${name}</code> <span class="type">${typeView(schema)}${defaultOf(described)}</span> ${presence}</div>${description}${innerView(schema, direction)}</li>`
}

function defaultOf({ default: value }: JsonSchema): Html {
  return value === undefined ? nothing : html`, by default <code>${JSON.stringify(value)}</code>`
}

/** The fields inside an object, an array of objects, or the alternatives of a union. */
export function innerView(schema: Schema, direction: Direction): Html {
  if (typeof schema !== "object") return nothing
  if (Object.keys(schema.properties ?? {}).length > 0) return fieldsView(schema, direction)
  if (typeof schema.items === "object" && !Array.isArray(schema.items)) return innerView(schema.items, direction)
  const alternatives = (schema.oneOf ?? schema.anyOf ?? []).filter((one) => one.properties !== undefined)
  return html`${alternatives.map((one, index) => html`<p class="or">${index === 0 ? "Either" : "Or"}</p>${fieldsView(one, direction)}`)}`
}

/** The type in words. */
export function typeView(schema: Schema): Html {
  if (typeof schema !== "object") return html`anything`
  if (schema.$ref !== undefined) return refView(schema.$ref)
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum !== undefined) return joined(schema.enum.map((value) => html`<code>${String(value)}</code>`))
  const union = schema.properties === undefined ? (schema.anyOf ?? schema.oneOf) : undefined
  if (union !== undefined) return joined(union.map(typeView))
  if (schema.type === "array") {
    return html`array of ${itemsView(schema)}${rangeView(schema.minItems, schema.maxItems, " entries")}`
  }
  if (schema.type === undefined) return html`anything`
  return html`${[schema.type].flat().join(" or ")}${boundsOf(schema)}`
}

function itemsView({ items }: JsonSchema): Html {
  return Array.isArray(items) ? html`anything` : typeView(items)
}

function refView($ref: string): Html {
  const name = $ref.split("/").at(-1) ?? ""
  return html`<a href="#schema.${name}">${name}</a>`
}

function joined(views: readonly Html[]): Html {
  return html`${views.map((view, index) => (index === 0 ? view : html` or ${view}`))}`
}

function boundsOf(schema: JsonSchema): Html {
  if (schema.type === "string") return rangeView(schema.minLength, schema.maxLength, " characters")
  return rangeView(schema.minimum, schema.maximum, "")
}

function rangeView(minimum = 0, maximum = Number.MAX_SAFE_INTEGER, unit: " characters" | " entries" | ""): Html {
  const [low, high] = [minimum.toLocaleString("en"), maximum.toLocaleString("en")]
  const hasMaximum = maximum !== Number.MAX_SAFE_INTEGER
  if (hasMaximum) return minimum === 0 ? html`, up to ${high}${unit}` : html`, ${low} to ${high}${unit}`
  return minimum === 0 ? nothing : html`, at least ${low}${unit}`
}
