import { titles } from "../../../contract/error-statuses.ts"
import { type ErrorCode, errorCodes, errorTable } from "../../../contract/error-table.ts"
import { type Html, html } from "../html.ts"
import type { Sidebar } from "../layout/sidebar.ts"
import { inline } from "../prose.ts"
import { operationHref } from "../reference/hrefs.ts"
import { errorHome, errorPath } from "./error-paths.ts"
import { statusView } from "./status-view.ts"

/** All errors, by category. */
export function errorIndexView(): Html {
  return html`<div class="narrow">
<h1>Errors</h1>
<p>All errors that the service can return. The <code>type</code> of an error is the URL of its page. <code>keyward explain-error CODE</code> shows the same in a terminal.</p>
<p>A refused key is no error: <a href="${operationHref("keys.verifyKey")}">keys.verifyKey</a> returns 200 with the reason in <code>code</code>.</p>
${categories().map(({ category, codes }) => html`<h2>${category}</h2><ul class="errors">${codes.map(indexEntry)}</ul>`)}
</div>`
}

export function errorSidebar(current: string): Sidebar {
  const groups = categories().map(({ category, codes }) => {
    return { title: category, links: codes.map((code) => ({ label: nameOf(code), href: errorPath(code) })) }
  })
  return {
    label: "Errors",
    groups: [{ title: "Errors", links: [{ label: "All errors", href: errorHome }] }, ...groups],
    current,
  }
}

function categories() {
  const groups = Map.groupBy(errorCodes, (code) => code.split("/")[0] ?? "")
  return [...groups].map(([category, codes]) => ({ category, codes }))
}

function indexEntry(code: ErrorCode): Html {
  const { status, when } = errorTable[code]
  return html`<li><a href="${errorPath(code)}"><code>${nameOf(code)}</code></a>
${statusView({ status, title: titles[status] })}<p>${inline(when)}</p></li>`
}

function nameOf(code: ErrorCode): string {
  return code.split("/")[1] ?? code
}
