import type { ResponseParts } from "../request/response.ts"
import { icon } from "./favicon.ts"
import { type Html, html, nothing } from "./html.ts"
import { headerView, type Section } from "./layout/header.ts"
import { type Sidebar, sidebarView } from "./layout/sidebar.ts"
import { type TocEntry, tocView } from "./layout/toc.ts"
import { scriptHref, styleHref, themeHref } from "./layout-assets.ts"
import { pageHeaders } from "./page-headers.ts"

interface PageParts {
  readonly title: string
  readonly main: Html
  /** Whether this server has the dashboard. Nothing leads to it otherwise. Default: true. */
  readonly hasDashboard?: boolean
  /** The part of the site, which the header marks. */
  readonly section?: Section
  readonly sidebar?: Sidebar
  /** The headings of a long page. They need ids. */
  readonly toc?: readonly TocEntry[]
  /** What search engines and chats show. */
  readonly description?: string
  /** Style sheets and scripts of this page. */
  readonly head?: Html
}

/** The layout of every page that the server renders. Everything on it comes from this server. */
export function htmlResponse(parts: PageParts): ResponseParts {
  const { title, main, hasDashboard = true, section, sidebar, toc = [], description, head } = parts
  const about = description === undefined ? nothing : html`<meta name="description" content="${description}">`
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${about}
<link rel="icon" href="${iconUrl}">
<script src="${themeHref}"></script>
<link rel="stylesheet" href="${styleHref}">
<script type="module" src="${scriptHref}"></script>
${head ?? nothing}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${headerView({ section, hasDashboard, hasSidebar: sidebar !== undefined })}
<div class="frame${sidebar === undefined ? "" : " with-sidebar"}${toc.length === 0 ? "" : " with-toc"}">
${sidebar === undefined ? nothing : sidebarView(sidebar)}
<main id="main">
${main}
</main>
${tocView(toc)}
</div>
</body>
</html>
`
  return { status: 200, headers: pageHeaders, body: markup }
}

const iconUrl = `data:image/svg+xml,${encodeURIComponent(icon)}`
