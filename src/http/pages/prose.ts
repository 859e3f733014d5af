import { type Html, html } from "./html.ts"

/** Renders the Markdown of our own descriptions: paragraphs, lists, bold and code. */
export function prose(text: string): Html[] {
  return text
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== "")
    .map(block)
}

function block(text: string): Html {
  const lines = text.split("\n")
  if (!lines.every((line) => line.startsWith("- "))) return html`<p>${inline(text)}</p>`
  return html`<ul>${lines.map((line) => html`<li>${inline(line.slice(2))}</li>`)}</ul>`
}

/** Renders bold and code only, where a paragraph is not allowed. */
export function inline(text: string): Html[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    if (/^`[^`]+`$/.test(piece)) return html`<code>${piece.slice(1, -1)}</code>`
    if (/^\*\*[^*]+\*\*$/.test(piece)) return html`<strong>${piece.slice(2, -2)}</strong>`
    return html`${piece}`
  })
}
