/** Markup that needs no escaping. Only this file creates it, so all other text is escaped. */
export interface Html {
  readonly markup: string
}

type Part = Html | string | number | readonly Html[]

/** Template tag that escapes every value except Html. */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: pieces.reduce((text, piece, index) => `${text}${markupOf(parts[index - 1])}${piece}`) }
}

export const nothing: Html = { markup: "" }

/** Marks text of the program itself, such as a style sheet, as safe. */
export function asHtml(markup: string): Html {
  return { markup }
}

function markupOf(part: Part | undefined): string {
  if (part === undefined) return ""
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part))
  return "markup" in part ? part.markup : part.map(({ markup }) => markup).join("")
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
}
