import { isLoopback } from "../../contract/loopback.ts"
import { targetOf } from "../request/request-target.ts"
import type { ResponseParts } from "../request/response.ts"
import type { Page } from "../server/routes.ts"
import { html } from "./html.ts"
import { htmlResponse } from "./layout.ts"

/** People can sign in only under the public origin. Its own setting names it, and never the `Host` header. */
export function underPublicOrigin(publicOrigin: string, page: Page): Page {
  const { host, hostname } = new URL(publicOrigin)
  return {
    ...page,
    async serve(request, requestId, context) {
      // Bun leaves out a host that no URL can have.
      const requested = URL.parse(request.url)
      if (requested?.host === host) return page.serve(request, requestId, context)
      if (isLoopback(requested?.hostname) && isLoopback(hostname)) {
        return redirect(`${publicOrigin}${targetOf(request.url)}`)
      }
      return elsewhere(publicOrigin)
    },
  }
}

/** Browsers keep the part behind `#`, which holds the token of a link. */
function redirect(location: string): ResponseParts {
  return { status: 307, headers: { Location: location, "Cache-Control": "no-store" }, body: "" }
}

function elsewhere(publicOrigin: string): ResponseParts {
  const page = htmlResponse({
    title: "Another address",
    main: html`<div class="narrow"><h1>Keyward has another address</h1>
<p>People sign in at <a href="${publicOrigin}/">${publicOrigin}</a>. If this is not the right address, the operator of this server changes the setting <code>KEYWARD_PUBLIC_URL</code>.</p></div>`,
  })
  return { ...page, status: 421 }
}
