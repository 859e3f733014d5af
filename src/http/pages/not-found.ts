import type { ResponseParts } from "../request/response.ts"
import { html } from "./html.ts"
import { htmlResponse } from "./layout.ts"

/** The page for a browser at an unknown path. */
export function notFoundPage(hasDashboard: boolean): ResponseParts {
  return hasDashboard ? withDashboard : withoutDashboard
}

const withDashboard = render(true)
const withoutDashboard = render(false)

function render(hasDashboard: boolean): ResponseParts {
  const main = html`<div class="narrow"><h1>There is no page here</h1>
<p>The address is wrong, or the page was moved. <a href="${hasDashboard ? "/" : "/docs"}">Go to the start</a>, or read the <a href="/reference">reference</a>.</p></div>`
  const { headers, ...page } = htmlResponse({ title: "Not found", hasDashboard, main })
  return { ...page, status: 404, headers: { ...headers, "Cache-Control": "no-store", Vary: "Accept" } }
}
