import type { ParameterObject } from "../../openapi/model.ts"
import { type Html, html, nothing } from "../html.ts"

interface TryFormOptions {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly ParameterObject[]
  /** The initial text of the editor; undefined for an operation without a body. */
  readonly body: unknown
  /** True if the operation needs no key. */
  readonly isOpen: boolean
}

/** A form that the page script submits. Its inputs have no names, so no value can end up in a URL. */
export function tryForm({ name, method, path, parameters, body, isOpen }: TryFormOptions): Html {
  const text = body === undefined ? "" : JSON.stringify(body, null, 2)
  const rows = Math.min(16, Math.max(4, text.split("\n").length + 1))
  const editor = html`<label>Body<textarea data-body rows="${rows}" spellcheck="false" autocapitalize="off" autocomplete="off">${text}</textarea></label>`
  return html`<form class="try" data-method="${method}" data-path="${path}" data-open="${String(isOpen)}" aria-label="Try ${name}">
<h4>Try it</h4>
${parameters.map(fieldView)}
${body === undefined ? nothing : editor}
<p class="send"><button type="submit">Send</button> <span class="hint">${isOpen ? "Needs no key." : "Uses the key at the top of the page."}</span></p>
<p class="answer" data-answer role="status"></p>
<div data-outcome></div>
</form>`
}

function fieldView({ name, in: place, schema, required }: ParameterObject): Html {
  const label = html`${name}${required ? nothing : html` <span class="hint">optional</span>`}`
  const choices = schema.enum?.map((value) => html`<option>${String(value)}</option>`)
  if (choices !== undefined) {
    return html`<label>${label}<select data-place="${place}" data-name="${name}">${choices}</select></label>`
  }
  return html`<label>${label}<input data-place="${place}" data-name="${name}" autocomplete="off" autocapitalize="off" spellcheck="false"></label>`
}
