import type { Operation } from "../../../operations/operation.ts"
import type { JsonSchema, OpenApiDocument, ParameterObject, Reference } from "../../openapi/model.ts"
import { codeBlock, copyButton } from "../code/code-block.ts"
import { codeTabs } from "../code/code-tabs.ts"
import { type Html, html, nothing } from "../html.ts"
import { neighboursView } from "../layout/neighbours.ts"
import { inline } from "../prose.ts"
import { bodyOf, callOf, responseOf } from "./call-of.ts"
import type { Entry } from "./entries.ts"
import { errorsView } from "./errors-view.ts"
import { factsView } from "./facts-view.ts"
import { operationHref } from "./hrefs.ts"
import { samplesOf, type WrittenSamples } from "./samples.ts"
import { fieldsView } from "./schema-view.ts"
import { homeOf, neighboursOf } from "./tasks.ts"
import { tryForm } from "./try-form.ts"
import { typeView } from "./type-view.ts"

export interface OperationPage {
  readonly document: OpenApiDocument
  readonly entry: Entry
  /** Undefined for pages of the service, such as `/readyz`. */
  readonly operation: Operation | undefined
  readonly samples: WrittenSamples
  /** Whether people can sign in here. */
  readonly hasSessions: boolean
}

/** Everything about one operation. */
export function operationView(page: OperationPage): Html {
  const { document, entry, operation } = page
  const { name } = entry
  const { task, title } = homeOf(name)
  const call = callOf(document, entry, operation)
  const response = responseOf(document, entry.operation)
  const answer =
    response === undefined
      ? nothing
      : codeBlock("json", JSON.stringify(response.example, null, 2), { what: "response", title: "Response" })
  return html`<article class="operation">
<div class="operation-head">
<p class="crumbs"><a href="/reference">Reference</a> <span aria-hidden="true">/</span> ${task}</p>
<h1>${title}</h1>
${routesView(entry)}
<p class="lead">${inline(entry.operation.summary)}</p>
${operation === undefined ? nothing : factsView(operation)}
</div>
<div class="operation-side">
<h2 class="visually-hidden">Examples</h2>
${codeTabs("sample", samplesOf(call, page.samples), "request")}
${call.isEndless ? nothing : tryForm({ call, parameters: parametersOf(page), operation, hasSessions: page.hasSessions })}
${answer}
</div>
<div class="operation-body">
${parametersView(page, ["path", "query"])}
${requestView(page)}
${parametersView(page, ["header"])}
${responseView(page)}
<h2 id="errors">Errors</h2>
${errorsView(document, entry.operation)}
${neighbours(name)}
</div>
</article>`
}

function neighbours(name: string): Html {
  const { previous, next } = neighboursOf(name)
  const link = (one: string | undefined) =>
    one === undefined ? undefined : { label: homeOf(one).title, href: operationHref(one) }
  return neighboursView(link(previous), link(next))
}

function routesView({ name, routes }: Entry): Html {
  const [first, ...others] = routes
  if (first === undefined) return nothing
  const more = others.map((route) => html`<code>${route.method} ${route.path}</code> `)
  return html`<div class="endpoint" data-code><span class="method">${first.method}</span><pre class="path" tabindex="0">${first.path}</pre>${copyButton("path")}</div>
${others.length === 0 ? nothing : html`<p class="note">Also ${more}</p>`}${name.includes(".") ? html`<p class="note">In clients and logs: <code>${name}</code></p>` : nothing}`
}

function parametersOf({ document, entry }: OperationPage): readonly ParameterObject[] {
  return (entry.operation.parameters ?? []).map((one) => resolveParameter(document, one))
}

function resolveParameter({ components }: OpenApiDocument, one: ParameterObject | Reference): ParameterObject {
  if (!("$ref" in one)) return one
  const name = one.$ref.split("/").at(-1) ?? ""
  return components.parameters[name] ?? { name, in: "header", required: false, schema: {} }
}

function parametersView(page: OperationPage, places: readonly ParameterObject["in"][]): Html {
  const shown = parametersOf(page).filter((parameter) => places.includes(parameter.in))
  const groups = Map.groupBy(shown, (parameter) => parameter.in)
  const titles = { header: "Headers", query: "Query", path: "Path" }
  return html`${[...groups].map(([place, parameters]) => {
    const properties: Record<string, JsonSchema> = {}
    for (const { name, schema, description } of parameters) {
      properties[name] = description === undefined ? schema : { ...schema, description }
    }
    const required = parameters.filter((one) => one.required).map(({ name }) => name)
    const options = { direction: "request", schemas: page.document.components.schemas, anchor: place } as const
    return html`<h2 id="${place}">${titles[place]}</h2>${fieldsView({ type: "object", properties, required }, options)}`
  })}`
}

function requestView({ document, entry }: OperationPage): Html {
  const body = bodyOf(document, entry.operation)
  if (body === undefined) return nothing
  const { schemas } = document.components
  const fields = fieldsView(body.schema, { direction: "request", schemas, anchor: "request" })
  const none = html`<p>No fields. Send <code>{}</code>, or no body.</p>`
  return html`<h2 id="request">Request</h2>${choiceView(body.schema)}${fields.markup === "" ? none : fields}`
}

/** Fields of which a request has one, or one group. */
function choiceView({ oneOf = [] }: JsonSchema): Html {
  const groups = oneOf.map(({ required = [] }) => required).filter((names) => names.length > 0)
  if (groups.length < 2) return nothing
  const views = groups.map((names, index) => {
    const joint = index === 0 ? "" : index === groups.length - 1 ? " or " : ", "
    return html`${joint}${names.map((name, place) => html`${place === 0 ? "" : " with "}<code>${name}</code>`)}`
  })
  return html`<p>Send one of these: ${views}.</p>`
}

/** Shows only the part of the envelope that differs between operations. */
function responseView({ document, entry }: OperationPage): Html {
  const response = responseOf(document, entry.operation)
  const data = response?.schema.properties?.data
  const title = html`<h2 id="response">Response</h2>`
  if (response === undefined || typeof data !== "object") return html`${title}<p>Status 200.</p>`
  const { schemas } = document.components
  const paged = response.schema.properties?.pagination === undefined ? nothing : pagedView
  const fields = fieldsView(data, { direction: "response", schemas, anchor: "response" })
  return html`${title}<p>Status 200. <code>data</code> is ${data.type === "array" ? html`an ` : nothing}${nameOf(data)}.</p>${paged}${fields}`
}

function nameOf(schema: JsonSchema): Html {
  const type = typeView(schema)
  return type.markup === "object" ? html`an object` : type
}

const pagedView = html`<p>One page of a list. While <code>pagination.hasMore</code> is true, send <code>pagination.cursor</code> as <code>cursor</code> to get the next one.</p>`
