import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  Reference,
  ResponseObject,
} from "../../openapi/model.ts"
import { type Html, html, nothing } from "../html.ts"
import { inline, prose } from "../prose.ts"
import type { Entry } from "./entries.ts"
import { errorsView } from "./errors-view.ts"
import { sampleOf } from "./sample.ts"
import { fieldsView, innerView, typeView } from "./schema-view.ts"
import { tryForm } from "./try-form.ts"

export function operationView(document: OpenApiDocument, entry: Entry): Html {
  const { name, operation, routes } = entry
  const [{ method, path } = { method: "POST" as const, path: "" }] = routes
  const parameters = (operation.parameters ?? []).map((one) => resolveParameter(document, one))
  const body = bodyOf(document, operation)
  const form = tryForm({ name, method, path, parameters, body: body?.sample, isOpen: operation.security?.length === 0 })
  const searched = [name, operation.summary, ...routes.map((route) => route.path)].join(" ").toLowerCase()
  return html`<details class="operation" id="${name}" data-search="${searched}">
<summary><h3><span class="method">${method}</span> <span class="name">${name}</span></h3><span class="what">${inline(operation.summary)}</span></summary>
<div class="sheet">
<div class="docs">
<ul class="routes">${routes.map((route) => html`<li><code>${route.method} ${route.path}</code></li>`)}</ul>
${operation.description === operation.summary ? nothing : prose(operation.description)}
${parametersView(parameters)}
${body === undefined ? nothing : html`<h4>Request</h4>${fieldsView(body.schema, "request")}`}
<h4>Response</h4>
${responseView(operation.responses[200])}
<h4>Errors</h4>
${errorsView(document, operation)}
</div>
${form}
</div>
</details>`
}

function resolveParameter({ components }: OpenApiDocument, one: ParameterObject | Reference): ParameterObject {
  if (!("$ref" in one)) return one
  const name = nameIn(one)
  return components.parameters[name] ?? { name, in: "header", required: false, schema: {} }
}

function nameIn({ $ref }: Reference): string {
  return $ref.split("/").at(-1) ?? ""
}

function bodyOf({ components }: OpenApiDocument, { requestBody }: OperationObject) {
  const content = requestBody?.content["application/json"]
  if (content?.schema === undefined) return undefined
  return { schema: content.schema, sample: content.example ?? sampleOf(content.schema, components.schemas) }
}

function parametersView(parameters: readonly ParameterObject[]): Html {
  if (parameters.length === 0) return nothing
  const properties: Record<string, JsonSchema> = {}
  for (const { name, schema, description } of parameters) {
    properties[name] = description === undefined ? schema : { ...schema, description }
  }
  const required = parameters.filter((one) => one.required).map(({ name }) => name)
  return html`<h4>Parameters</h4>${fieldsView({ type: "object", properties, required }, "request")}`
}

/** Shows only the part of the envelope that differs between operations. */
function responseView(response: ResponseObject | Reference | undefined): Html {
  if (response === undefined || "$ref" in response) return nothing
  const schema = response.content?.["application/json"]?.schema
  const data = schema?.properties?.data
  if (schema === undefined || typeof data !== "object") return html`<p>${response.description}</p>`
  const paged = schema.properties?.pagination === undefined ? nothing : html`, one page, with <code>pagination</code>`
  return html`<p><code>data</code> <span class="type">${typeView(data)}</span>${paged}</p>${innerView(data, "response")}`
}
