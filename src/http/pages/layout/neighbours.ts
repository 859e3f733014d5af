import { type Html, html, nothing } from "../html.ts"

interface Neighbour {
  readonly label: string
  readonly href: string
}

/** Links to the pages before and after one. */
export function neighboursView(previous: Neighbour | undefined, next: Neighbour | undefined): Html {
  return html`<nav class="neighbours" aria-label="Previous and next page">
${previous === undefined ? nothing : html`<a rel="prev" href="${previous.href}"><small>Previous</small>${previous.label}</a>`}
${next === undefined ? nothing : html`<a rel="next" href="${next.href}"><small>Next</small>${next.label}</a>`}
</nav>`
}
