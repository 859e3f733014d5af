import type { JsonSchema } from "../../openapi/model.ts"
import { type Html, html, nothing } from "../html.ts"
import { objectHref } from "./hrefs.ts"

type Schema = JsonSchema | boolean | undefined

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

export function defaultView({ default: value }: JsonSchema): Html {
  return value === undefined ? nothing : html`<p class="note">Default: <code>${JSON.stringify(value)}</code></p>`
}

export function exampleView({ examples }: JsonSchema): Html {
  const [example] = Array.isArray(examples) ? examples : []
  if (example === undefined || example === null) return nothing
  return html`<p class="note">Example: <code>${typeof example === "string" ? example : JSON.stringify(example)}</code></p>`
}

function itemsView({ items }: JsonSchema): Html {
  return Array.isArray(items) ? html`anything` : typeView(items)
}

function refView($ref: string): Html {
  const name = $ref.split("/").at(-1) ?? ""
  return html`<a href="${objectHref(name)}">${name}</a>`
}

function joined(views: readonly Html[]): Html {
  const different = [...new Map(views.map((view) => [view.markup, view])).values()]
  return html`${different.map((view, index) => (index === 0 ? view : html` or ${view}`))}`
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
