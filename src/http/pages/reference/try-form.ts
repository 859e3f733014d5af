import type { Operation } from "../../../operations/operation.ts"
import type { ParameterObject } from "../../openapi/model.ts"
import { type Html, html, nothing } from "../html.ts"
import { operationHref } from "./hrefs.ts"
import { pickersFor } from "./pickers.ts"
import type { Call } from "./samples.ts"

interface TryFormOptions {
  readonly call: Call
  readonly parameters: readonly ParameterObject[]
  readonly operation: Operation | undefined
  readonly hasSessions: boolean
}

/** A form that the page script submits. Its inputs have no names, so no value can end up in a URL. */
export function tryForm({ call, parameters, operation, hasSessions }: TryFormOptions): Html {
  const { name, method, path, body, credential } = call
  const text = body === undefined ? "" : JSON.stringify(body, null, 2)
  const rows = Math.min(18, Math.max(3, text.split("\n").length))
  const editor = html`<label>Body<textarea data-body rows="${rows}" spellcheck="false" autocapitalize="off" autocomplete="off">${text}</textarea></label>`
  const isDestructive = operation?.isDestructive === true
  const touches = operation?.touches ?? "one object"
  return html`<details class="try needs-script" data-try><summary>Try it</summary>
<form data-operation="${name}" data-method="${method}" data-path="${path}" data-credential="${credential}" data-destructive="${String(isDestructive)}" data-touches="${JSON.stringify(touches)}" data-sessions="${String(hasSessions)}" aria-label="Try ${name}">
${credential === "key" || credential === "cookie" ? credentialView(call, hasSessions) : nothing}
${pickersFor(body).map(pickerView)}
${parameters.filter((one) => one.in !== "header").map(parameterView)}
${body === undefined ? nothing : editor}
<div class="buttons"><button type="submit" class="primary${isDestructive ? " danger" : ""}">Send</button><button type="button" class="secondary" data-copy-curl>Copy as curl</button></div>
<p class="answer" data-answer role="status"></p>
<div data-outcome></div>
</form></details>`
}

/** The script shows the session if there is one, and the field for a key if not. */
function credentialView({ name, credential }: Call, hasSessions: boolean): Html {
  const next = encodeURIComponent(operationHref(name))
  const signIn = hasSessions ? html` Or <a href="/sign-in?next=${next}">sign in</a>.` : nothing
  const session = html`<label data-session hidden><span data-who></span><select data-workspace></select></label>`
  if (credential === "cookie") {
    const hint = hasSessions
      ? html`Only people can call this. <a href="/sign-in?next=${next}">Sign in</a> to try it.`
      : html`Only people who have signed in can call this, and this server has no sign-in page.`
    return html`${session}<p class="hint" data-with-key>${hint}</p>`
  }
  return html`${session}
<div data-with-key><label>Key<input type="password" data-key placeholder="kw_root_…" autocomplete="off" spellcheck="false" aria-describedby="key-hint"></label><p class="hint" id="key-hint">It stays in this tab and is sent to this server only.${signIn}</p></div>`
}

function pickerView({ field, list, value, label }: ReturnType<typeof pickersFor>[number]): Html {
  const id = `ids-${field}`
  return html`<label>${field}<input data-picker="${field}" data-list="${list}" data-value="${value}" data-label="${label}" list="${id}" autocomplete="off" autocapitalize="off" spellcheck="false"><datalist id="${id}"></datalist></label>`
}

function parameterView({ name, in: place, schema, required }: ParameterObject): Html {
  const label = html`${name}${required ? nothing : html` <span class="hint">optional</span>`}`
  const choices = schema.enum?.map((value) => html`<option>${String(value)}</option>`)
  if (choices !== undefined) {
    return html`<label>${label}<select data-place="${place}" data-name="${name}">${choices}</select></label>`
  }
  return html`<label>${label}<input data-place="${place}" data-name="${name}" autocomplete="off" autocapitalize="off" spellcheck="false"></label>`
}
