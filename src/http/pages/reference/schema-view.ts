import type { JsonSchema } from "../../openapi/model.ts"
import { type Html, html, nothing } from "../html.ts"
import { descriptionView } from "./description-view.ts"
import { mergedObjects } from "./merged-objects.ts"
import { defaultView, exampleView, typeView } from "./type-view.ts"

export interface FieldsOptions {
  /** Requests mark required fields; responses mark optional ones. */
  readonly direction: "request" | "response"
  readonly schemas: Readonly<Record<string, JsonSchema>>
  /** The start of the anchors: `request.credits`. */
  readonly anchor: string
  /** Objects whose fields are shown around this place, so that no object is shown inside itself. */
  readonly inside?: readonly string[]
}

/** The fields of an object with their types, bounds and inner fields. */
export function fieldsView(schema: JsonSchema, options: FieldsOptions): Html {
  const { schema: whole, inside } = resolved(schema, options)
  const fields = Object.entries(whole.properties ?? {})
  const within = { ...options, inside }
  if (fields.length === 0) return innerView(whole, within)
  return html`<ul class="fields">${fields.map(([name, field]) => {
    const isRequired = whole.required?.includes(name) ?? false
    return fieldView(name, typeof field === "object" ? field : {}, { ...within, isRequired })
  })}</ul>`
}

function fieldView(name: string, schema: JsonSchema, options: FieldsOptions & { readonly isRequired: boolean }): Html {
  const { direction, isRequired, anchor } = options
  const id = `${anchor}.${name}`
  const marker = direction === "request" ? { is: isRequired, word: "required" } : { is: !isRequired, word: "optional" }
  const presence = marker.is ? html` <span class="presence ${marker.word}">${marker.word}</span>` : nothing
  const described = { ...resolved(schema, options).schema, ...schema }
  return html`<li id="${id}"><div class="field"><a class="field-name" href="#${id}">${name}</a> <span class="type">${typeView(schema)}</span>${presence}</div>${descriptionView(described.description)}${defaultView(described)}${exampleView(described)}${childrenView(schema, { ...options, anchor: id })}</li>`
}

/** Folded, because the fields around are easier to read together. */
function childrenView(schema: JsonSchema, options: FieldsOptions): Html {
  const inner = innerView(schema, options)
  if (inner.markup === "") return nothing
  return html`<details class="children"><summary>Fields of <code>${options.anchor.split(".").at(-1) ?? ""}</code></summary>${inner}</details>`
}

/** The fields inside an object, an array of objects, or the alternatives of a union. */
function innerView(given: JsonSchema, options: FieldsOptions): Html {
  if (namesOf(given).some((name) => options.inside?.includes(name))) return nothing
  const { schema, inside } = resolved(given, options)
  const within = { ...options, inside }
  if (Object.keys(schema.properties ?? {}).length > 0) return fieldsView(schema, within)
  if (typeof schema.items === "object" && !Array.isArray(schema.items)) return innerView(schema.items, within)
  const alternatives = (schema.oneOf ?? schema.anyOf ?? []).filter((one) => one.properties !== undefined || one.$ref)
  if (options.direction === "response" && alternatives.length > 1) {
    const objects = alternatives.map((one) => resolved(one, within).schema)
    return fieldsView(mergedObjects(objects), within)
  }
  const views = alternatives.map((one) => innerView(one, within)).filter(({ markup }) => markup !== "")
  if (views.length === 1) return html`${views}`
  return html`${views.map((view, index) => html`<p class="or">${index === 0 ? "Either" : "Or"}</p>${view}`)}`
}

function namesOf({ $ref }: JsonSchema): string[] {
  return $ref === undefined ? [] : [$ref.split("/").at(-1) ?? ""]
}

/** Follows a reference to the object that it names. */
function resolved(schema: JsonSchema, { schemas, inside = [] }: FieldsOptions) {
  const [name] = namesOf(schema)
  return name === undefined ? { schema, inside } : { schema: schemas[name] ?? {}, inside: [...inside, name] }
}
