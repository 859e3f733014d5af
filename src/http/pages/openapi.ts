import type { OpenApiDocument } from "../openapi/model.ts"
import type { Page } from "../server/routes.ts"

export function openApiPage(document: OpenApiDocument): Page {
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-cache" }
  const answer = { status: 200, headers, body: JSON.stringify(document) }
  return { name: "openapi", path: "/openapi.json", serve: async () => answer }
}
