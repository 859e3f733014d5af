import { successAnswer, unavailable } from "../answer.ts"
import type { Page } from "../routes.ts"
import type { Service } from "../service.ts"

/** The process answers; nothing else is asked. */
export const livenessPage: Page = {
  name: "liveness",
  path: "/v2/liveness",
  serve: async (_request, requestId) =>
    successAnswer(requestId, '"data":{"message":"OK"}', { "Cache-Control": "no-store" }),
}

/** Whether requests can be served right now. */
export function readinessPage({ store }: Service, isStopping: () => boolean): Page {
  return {
    name: "readiness",
    path: "/readyz",
    async serve(_request, requestId) {
      if (isStopping()) throw unavailable(undefined, "The server is stopping.")
      try {
        await store.checkReadiness()
      } catch (cause) {
        throw unavailable(cause, "The database cannot be reached, or its schema is not current.")
      }
      return successAnswer(requestId, '"data":{"status":"ready"}', { "Cache-Control": "no-store" })
    },
  }
}
