import type { Page } from "../server/routes.ts"
import { howToBuild } from "./built-files.ts"
import { html } from "./html.ts"
import { htmlResponse } from "./layout.ts"
import { underPublicOrigin } from "./public-origin.ts"

/** Takes the place of the pages for people in a clone that has never built them. */
export function unbuiltPage(publicOrigin: string, path: string): Page {
  const page = htmlResponse({
    title: "Not built yet",
    hasDashboard: false,
    main: html`<div class="narrow"><h1>The dashboard is not built yet</h1>
<p>This server runs from a clone of the repository, which contains only the sources of the dashboard and of the page for signing in. On the server, ${howToBuild}, and start Keyward again.</p>
<p>Programs are not affected: the API works. See the <a href="/reference">reference</a>.</p></div>`,
  })
  const response = { ...page, status: 503, headers: { ...page.headers, "Cache-Control": "no-store", Vary: "Accept" } }
  return underPublicOrigin(publicOrigin, { name: "unbuilt", path, serve: async () => response })
}
