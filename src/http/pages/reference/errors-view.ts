import type { Components, OpenApiDocument, OperationObject, Reference, ResponseObject } from "../../openapi/model.ts"
import { type Html, html, nothing } from "../html.ts"

interface Failure {
  readonly status: string
  readonly codes: readonly string[]
}

/** The errors of one operation, without those that all operations share. */
export function errorsView({ components }: OpenApiDocument, operation: OperationObject): Html {
  const all = failuresOf(components, operation)
  if (operation.security?.length === 0) return all.length === 0 ? html`<p class="none">None.</p>` : failuresView(all)
  const common = new Set(Object.values(components.responses).flatMap(codesOf))
  const own = all.map(({ status, codes }) => ({ status, codes: codes.filter((code) => !common.has(code)) }))
  return html`${failuresView(own)}<p><a href="#errors">Common errors</a></p>`
}

/** The errors that operations refer to instead of repeating them. */
export function commonErrorsView({ paths, components }: OpenApiDocument): Html {
  const common = new Map<string, Failure>()
  for (const { post } of Object.values(paths)) {
    for (const [status, response] of Object.entries(post?.responses ?? {})) {
      if ("$ref" in response) common.set(status, { status, codes: codesOf(resolve(components, response)) })
    }
  }
  const sorted = [...common.values()].sort((one, other) => Number(one.status) - Number(other.status))
  return html`<section class="resource" id="errors"><h2>errors</h2>
<p>Errors that every operation can return, in addition to its own. 409 and 422 apply to calls with an <code>Idempotency-Key</code>.</p>
${failuresView(sorted)}</section>`
}

function failuresOf(components: Components, { responses }: OperationObject): Failure[] {
  return Object.entries(responses)
    .filter(([status]) => status !== "200")
    .map(([status, response]) => ({ status, codes: codesOf(resolve(components, response)) }))
}

function resolve({ responses }: Components, response: ResponseObject | Reference): ResponseObject {
  return "$ref" in response ? (responses[response.$ref.split("/").at(-1) ?? ""] ?? { description: "" }) : response
}

function codesOf({ content }: ResponseObject): string[] {
  return Object.keys(content?.["application/json"]?.examples ?? {})
}

function failuresView(failures: readonly Failure[]): Html {
  const shown = failures.filter(({ codes }) => codes.length > 0)
  if (shown.length === 0) return nothing
  return html`<ul class="failures">${shown.map(
    ({ status, codes }) =>
      html`<li><span class="status status-${status.slice(0, 1)}">${status}</span> ${codes.map(errorLink)}</li>`,
  )}</ul>`
}

function errorLink(code: string): Html {
  return html`<a href="/api-reference/errors-v2/service/${code}"><code>${code.split("/")[1] ?? code}</code></a> `
}
