import { asHtml, type Html, html } from "../html.ts"
import { neighboursView } from "../layout/neighbours.ts"
import type { Sidebar } from "../layout/sidebar.ts"
import type { BuiltPage } from "./built-docs.ts"
import { type DocsPage, docsPages, docsSections } from "./contents.ts"

/** A page of the docs, with links to the pages before and after it. */
export function docsView(page: DocsPage, { title, html: content }: BuiltPage): Html {
  return html`<article class="prose">
<h1>${title}</h1>
${asHtml(content)}
</article>
${neighboursOf(page)}`
}

/** All pages of the docs. */
export function docsSidebar(current: string): Sidebar {
  const groups = docsSections.map(({ title, pages, isFolded = false }) => {
    return { title, isFolded, links: pages.map(({ label, path }) => ({ label, href: path })) }
  })
  return { label: "Docs", groups, current }
}

function neighboursOf(page: DocsPage): Html {
  const index = docsPages.indexOf(page)
  const [previous, next] = [docsPages[index - 1], docsPages[index + 1]].map(
    (one) => one && { label: one.label, href: one.path },
  )
  return neighboursView(previous, next)
}
