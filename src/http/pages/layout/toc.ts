import { type Html, html, nothing } from "../html.ts"

export interface TocEntry {
  readonly id: string
  readonly title: string
  /** 2 for a section, 3 for a part of it. */
  readonly level: 2 | 3
}

/** The headings of the page. Narrow screens have no room for it. */
export function tocView(entries: readonly TocEntry[]): Html {
  if (entries.length === 0) return nothing
  return html`<nav class="toc" aria-labelledby="toc-title"><h2 id="toc-title">On this page</h2><ul>${entries.map(
    ({ id, title, level }) => html`<li class="level-${level}"><a href="#${id}">${title}</a></li>`,
  )}</ul></nav>`
}
