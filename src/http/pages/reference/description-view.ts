import { type Html, html, nothing } from "../html.ts"
import { inline, prose } from "../prose.ts"

/** A description of a field. One that explains its values, "`A`: … `B`: …", becomes a list of them. */
export function descriptionView(text: string | undefined): Html {
  if (text === undefined) return nothing
  const pieces = text.split(/\n|\s*(?=`[^`]+`: )/).filter((piece) => piece.trim() !== "")
  const [values, others] = [pieces.filter(isValue), pieces.filter((piece) => !isValue(piece))]
  if (values.length < 2) return html`${prose(text)}`
  return html`${prose(others.join(" "))}<ul class="values">${values.map((value) => html`<li>${inline(value)}</li>`)}</ul>`
}

function isValue(piece: string): boolean {
  return /^`[^`]+`: /.test(piece)
}
