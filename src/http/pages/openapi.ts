import type { OpenApiDocument } from "../openapi/model.ts"
import type { Page } from "../server/routes.ts"

export function openApiPage(document: () => Promise<OpenApiDocument>): Page {
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-cache" }
  let body: string | undefined
  return {
    name: "openapi",
    path: "/openapi.json",
    async serve() {
      body ??= JSON.stringify(await document())
      return { status: 200, headers, body }
    },
  }
}
