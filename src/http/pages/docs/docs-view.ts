import { asHtml, type Html, html, nothing } from "../html.ts"
import type { Sidebar } from "../layout/sidebar.ts"
import type { BuiltPage } from "./built-docs.ts"
import { type DocsPage, docsPages, docsSections } from "./contents.ts"

/** A page of the docs, with links to the pages before and after it. */
export function docsView(page: DocsPage, { title, html: content }: BuiltPage): Html {
  return html`<article class="prose">
<h1>${title}</h1>
${asHtml(content)}
</article>
${neighboursView(page)}`
}

/** All pages of the docs. */
export function docsSidebar(current: string): Sidebar {
  const groups = docsSections.map(({ title, pages, isFolded = false }) => {
    return { title, isFolded, links: pages.map(({ label, path }) => ({ label, href: path })) }
  })
  return { label: "Docs", groups, current }
}

function neighboursView(page: DocsPage): Html {
  const index = docsPages.indexOf(page)
  const [previous, next] = [docsPages[index - 1], docsPages[index + 1]]
  return html`<nav class="neighbours" aria-label="Previous and next page">
${previous === undefined ? nothing : html`<a rel="prev" href="${previous.path}"><small>Previous</small>${previous.label}</a>`}
${next === undefined ? nothing : html`<a rel="next" href="${next.path}"><small>Next</small>${next.label}</a>`}
</nav>`
}
