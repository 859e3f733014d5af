import { type Html, html, nothing } from "../html.ts"
import { codeText, copyButton } from "./code-block.ts"

export interface CodeTab {
  readonly label: string
  readonly language: string
  readonly text: string
  /** A page that says what the code needs before it runs. */
  readonly guide?: { readonly label: string; readonly href: string }
}

/** The same in several languages. Radio buttons choose, so the tabs work without scripts. At most six. */
export function codeTabs(name: string, tabs: readonly CodeTab[], what = "sample"): Html {
  return html`<figure class="code tabs" data-code><div class="code-head"><div class="code-tabs" role="radiogroup" aria-label="Language">${tabs.map(
    ({ label }, index) =>
      html`<label><input type="radio" name="${name}" value="${index}" data-language="${label}"${index === 0 ? html` checked` : nothing}><span>${label}</span></label>`,
  )}</div>${copyButton(what)}</div>${tabs.map(
    ({ language, text, guide }, index) =>
      html`<div class="tab" data-tab="${index}">${codeText(language, text)}${guide === undefined ? nothing : html`<p class="guide"><a href="${guide.href}">${guide.label}</a></p>`}</div>`,
  )}</figure>`
}
