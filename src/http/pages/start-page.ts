import { prefersHtml } from "../request/prefers-html.ts"
import { successResponse } from "../request/response.ts"
import type { Page } from "../server/routes.ts"

/** `GET /`: a page for browsers if there is one, and what this service is for everybody else. */
export function startPage(home: Page | undefined, version: string): Page {
  const data = JSON.stringify({
    name: "keyward",
    version,
    docs: "/docs",
    reference: "/reference",
    openapi: "/openapi.json",
  })
  return {
    name: "start",
    path: "/",
    async serve(request, requestId, context) {
      if (home !== undefined && prefersHtml(request.headers.get("accept")))
        return home.serve(request, requestId, context)
      return successResponse(requestId, `"data":${data}`, { "Cache-Control": "no-cache", Vary: "Accept" })
    },
  }
}
