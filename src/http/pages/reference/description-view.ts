import { type Html, html, nothing } from "../html.ts"
import { inline, prose } from "../prose.ts"

/** A description of a field. One that explains its values, "`A`: … `B`: …", becomes a list of them. */
export function descriptionView(text: string | undefined): Html {
  if (text === undefined) return nothing
  const [intro = "", ...values] = text.split(/\s*(?=`[^`]+`: )/)
  if (values.length < 2) return html`${prose(text)}`
  return html`${prose(intro)}<ul class="values">${values.map((value) => html`<li>${inline(value)}</li>`)}</ul>`
}
