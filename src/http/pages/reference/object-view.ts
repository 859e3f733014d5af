import type { JsonSchema, OpenApiDocument } from "../../openapi/model.ts"
import { type Html, html, nothing } from "../html.ts"
import { prose } from "../prose.ts"
import { entriesOf } from "./entries.ts"
import { operationHref } from "./hrefs.ts"
import { fieldsView } from "./schema-view.ts"
import { typeView } from "./type-view.ts"

/** One object of requests and responses, and where it is used. */
export function objectView(document: OpenApiDocument, name: string, schema: JsonSchema): Html {
  const { schemas } = document.components
  const fields = fieldsView(schema, { direction: directionOf(schema), schemas, anchor: "field", inside: [name] })
  const users = entriesOf(document).filter(({ operation }) => JSON.stringify(operation).includes(`/schemas/${name}"`))
  const used = html`<h2 id="used">Used by</h2><ul class="uses">${users.map((user) => html`<li><a href="${operationHref(user.name)}"><code>${user.name}</code></a></li>`)}</ul>`
  return html`<article class="object">
<p class="crumbs"><a href="/reference">Reference</a> <span aria-hidden="true">/</span> Objects</p>
<h1>${name}</h1>
${schema.description === undefined ? nothing : prose(schema.description)}
${schema.properties === undefined ? html`<p>${typeView(schema)}</p>` : nothing}
${fields}
${users.length === 0 ? nothing : used}
</article>`
}

/** Only request schemas forbid additional fields. */
function directionOf(schema: JsonSchema): "request" | "response" {
  const [sample = schema] = (schema.properties === undefined ? schema.oneOf : undefined) ?? []
  return sample.additionalProperties === false ? "request" : "response"
}
