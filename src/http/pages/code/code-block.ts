import { type Html, html } from "../html.ts"
import { iconView } from "../icons.ts"
import { highlight } from "./highlight.ts"

interface CodeBlockOptions {
  /** What the copy button copies, for people who do not see it: "request". */
  readonly what?: string
  /** A line above the code. */
  readonly title?: Html | string
}

/** Code with its colours and a copy button. An unknown language has no colours. */
export function codeBlock(language: string, text: string, { what = "code", title = "" }: CodeBlockOptions = {}): Html {
  const head = html`<div class="code-head"><span class="code-title">${title}</span>${copyButton(what)}</div>`
  return html`<figure class="code${title === "" ? " bare" : ""}" data-code>${head}${codeText(language, text)}</figure>`
}

export function codeText(language: string, text: string): Html {
  return html`<pre tabindex="0"><code>${highlight(language, text)}</code></pre>`
}

/** Copies the code of the figure that holds the button. */
export function copyButton(what: string): Html {
  return html`<button type="button" class="copy needs-script" data-copy aria-label="Copy the ${what}" title="Copy the ${what}">${iconView("copy", 14)}</button>`
}
