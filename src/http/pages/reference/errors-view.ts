import { errorCodes, errorTable } from "../../../contract/error-table.ts"
import type { Components, OpenApiDocument, OperationObject, Reference, ResponseObject } from "../../openapi/model.ts"
import { type Html, html, nothing } from "../html.ts"
import { inline } from "../prose.ts"

interface Failure {
  readonly status: string
  readonly code: string
}

/** The errors of one operation: its own with their meaning, and those that all operations share, folded. */
export function errorsView({ components }: OpenApiDocument, operation: OperationObject): Html {
  const all = failuresOf(components, operation)
  if (all.length === 0) return html`<p>None.</p>`
  const common = new Set(Object.values(components.responses).flatMap(codesOf))
  const [own, shared] = [all.filter(({ code }) => !common.has(code)), all.filter(({ code }) => common.has(code))]
  const rest = html`<details class="children"><summary>Errors that every operation can return</summary>${failuresView(shared)}</details>`
  const none = own.length === 0 ? html`<p>None of its own.</p>` : failuresView(own)
  return html`${none}${shared.length === 0 ? nothing : rest}`
}

function failuresOf(components: Components, { responses }: OperationObject): Failure[] {
  return Object.entries(responses)
    .filter(([status]) => status !== "200")
    .flatMap(([status, response]) => codesOf(resolve(components, response)).map((code) => ({ status, code })))
}

function resolve({ responses }: Components, response: ResponseObject | Reference): ResponseObject {
  return "$ref" in response ? (responses[response.$ref.split("/").at(-1) ?? ""] ?? { description: "" }) : response
}

function codesOf({ content }: ResponseObject): string[] {
  return Object.keys(content?.["application/json"]?.examples ?? {})
}

function failuresView(failures: readonly Failure[]): Html {
  return html`<ul class="failures">${failures.map(
    ({ status, code }) =>
      html`<li><div class="field"><span class="status status-${status.slice(0, 1)}">${status}</span> <a href="/api-reference/errors-v2/service/${code}"><code>${code.split("/")[1] ?? code}</code></a></div>${whenView(code)}</li>`,
  )}</ul>`
}

function whenView(code: string): Html {
  const known = errorCodes.find((one) => one === code)
  return known === undefined ? nothing : html`<p>${inline(errorTable[known].when)}</p>`
}
