import { asHtml, type Html, html, nothing } from "../html.ts"
import type { BuiltPage, Heading } from "./built-docs.ts"
import { type DocsPage, docsPages, docsSections } from "./contents.ts"

/** A page with the list of all pages, its own headings, and the pages before and after it. */
export function docsView(page: DocsPage, { title, headings, html: content }: BuiltPage): Html {
  return html`${sideBar(page)}
<article>
<h1>${title}</h1>
${asHtml(content)}
${neighbours(page)}
</article>
${onThisPage(headings)}`
}

function sideBar(current: DocsPage): Html {
  const link = ({ path, label }: DocsPage) =>
    html`<li><a href="${path}"${current.path === path ? asHtml(' aria-current="page"') : nothing}>${label}</a></li>`
  return html`<nav aria-label="Docs">${docsSections.map(
    ({ title, pages }) => html`<h2>${title}</h2><ul>${pages.map(link)}</ul>`,
  )}</nav>`
}

function onThisPage(headings: readonly Heading[]): Html {
  if (headings.length < 2) return nothing
  return html`<nav aria-label="On this page"><h2>On this page</h2><ul>${headings.map(
    ({ id, text, level }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`,
  )}</ul></nav>`
}

function neighbours(page: DocsPage): Html {
  const index = docsPages.indexOf(page)
  const link = (direction: "previous" | "next", neighbour: DocsPage | undefined) =>
    neighbour === undefined
      ? nothing
      : html`<a rel="${direction === "next" ? "next" : "prev"}" href="${neighbour.path}">${neighbour.label}</a>`
  return html`<nav aria-label="Neighbours">${link("previous", docsPages[index - 1])}${link("next", docsPages[index + 1])}</nav>`
}
