import type { JsonSchema } from "../../openapi/model.ts"
import { type Html, html, nothing } from "../html.ts"
import { inline } from "../prose.ts"

type Schema = JsonSchema | boolean | undefined

/** The members of an object, each with its type, its bounds and its own members. */
export function membersView(schema: JsonSchema): Html {
  const members = Object.entries(schema.properties ?? {})
  if (members.length === 0) return schema.oneOf === undefined ? html`<p class="none">No members.</p>` : nested(schema)
  return html`<ul class="members">${members.map(([name, member]) => {
    const isRequired = schema.required?.includes(name) ?? false
    return memberView(name, member, isRequired)
  })}</ul>`
}

function memberView(name: string, schema: Schema, isRequired: boolean): Html {
  const described = typeof schema === "object" ? schema : {}
  const presence = isRequired ? html`<span class="required">required</span>` : nothing
  const description = described.description === undefined ? nothing : html`<p>${inline(described.description)}</p>`
  return html`<li><div><code>${name}</code> <span class="type">${typeView(schema)}${defaultOf(described)}</span> ${presence}</div>${description}${nested(schema)}</li>`
}

function defaultOf({ default: value }: JsonSchema): Html {
  return value === undefined ? nothing : html`, by default <code>${JSON.stringify(value)}</code>`
}

/** What is inside of an object, an array of objects, or the alternatives of a union. */
function nested(schema: Schema): Html {
  if (typeof schema !== "object") return nothing
  if (schema.properties !== undefined) return membersView(schema)
  if (typeof schema.items === "object" && !Array.isArray(schema.items)) return nested(schema.items)
  const alternatives = (schema.oneOf ?? schema.anyOf ?? []).filter((one) => one.properties !== undefined)
  return html`${alternatives.map((one, index) => html`<p class="or">${index === 0 ? "Either" : "Or"}</p>${membersView(one)}`)}`
}

/** The type in words. */
export function typeView(schema: Schema): Html {
  if (typeof schema !== "object") return html`anything`
  if (schema.$ref !== undefined) return refView(schema.$ref)
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum !== undefined) return joined(schema.enum.map((value) => html`<code>${String(value)}</code>`))
  const union = schema.anyOf ?? schema.oneOf
  if (union !== undefined) return joined(union.map(typeView))
  if (schema.type === "array") return html`array of ${itemsView(schema)}${lengthOf(schema.minItems, schema.maxItems)}`
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
  if (schema.type === "string") return lengthOf(schema.minLength, schema.maxLength, "characters")
  return lengthOf(schema.minimum, schema.maximum)
}

function lengthOf(minimum: number | undefined, maximum: number | undefined, unit = ""): Html {
  const [low, high] = [minimum ?? 0, maximum ?? Number.MAX_SAFE_INTEGER].map((bound) => bound.toLocaleString("en"))
  const isBounded = maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER
  if (isBounded) return html`, ${low ?? ""} to ${high ?? ""} ${unit}`
  return minimum === undefined || minimum === 0 ? nothing : html`, at least ${low ?? ""} ${unit}`
}
