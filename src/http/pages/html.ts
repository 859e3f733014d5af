/** Text that is HTML already. Only the functions of this file make it, so that everything else gets escaped. */
export interface Html {
  readonly markup: string
}

type Part = Html | string | number | readonly Html[]

/** Template tag: what is put in is escaped unless it is Html. */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: pieces.reduce((text, piece, index) => `${text}${markupOf(parts[index - 1])}${piece}`) }
}

export const nothing: Html = { markup: "" }

/** For texts of the program itself, such as a style sheet, that must stand as they are. */
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
