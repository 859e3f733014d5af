import { qualityOf } from "./quality.ts"

/** Whether an `Accept` header prefers HTML to JSON, as those of browsers do. Ranges with `*` do not count. */
export function prefersHtml(accept: string | null): boolean {
  const html = qualityOf(accept, "text/html") ?? 0
  return html > 0 && html >= (qualityOf(accept, "application/json") ?? 0)
}
