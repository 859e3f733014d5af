import { type ErrorCode, errorCodes, errorTable } from "../../../contract/error-table.ts"
import { describeError } from "../../../operations/describe-error.ts"
import { exampleName } from "../../openapi/errors.ts"
import type { Components } from "../../openapi/model.ts"
import { acceptLists } from "../../request/accept.ts"
import { errorType, type ResponseParts, successResponse } from "../../request/response.ts"
import type { Page } from "../../server/routes.ts"
import { htmlResponse } from "../layout.ts"
import type { SearchEntry } from "../search/entry.ts"
import { errorIndexView, errorSidebar } from "./error-index.ts"
import { errorHome, errorPath } from "./error-paths.ts"
import { errorToc, errorView } from "./error-view.ts"

interface Sources {
  readonly docsBase: string
  /** An example body per code, as in the OpenAPI document. */
  readonly examples: Components["examples"]
}

/** The page behind the `type` of every error, and an index of all errors. */
export function errorPages({ docsBase, examples }: Sources): Page[] {
  return [
    { name: "errorIndex", path: errorHome, serve: async () => indexPage() },
    ...errorCodes.map((code) => errorPage(code, docsBase, examples[exampleName(code)]?.value)),
  ]
}

/** What the search finds about errors. */
export async function errorEntries(): Promise<readonly SearchEntry[]> {
  return errorCodes.map((code) => {
    const { status, when } = errorTable[code]
    const [category = "", name = ""] = code.split("/")
    const words = `${status} ${category} ${name.replaceAll("_", " ")}`
    return { title: name, path: errorPath(code), kind: "error", text: when.replaceAll("`", ""), words }
  })
}

function indexPage(): ResponseParts {
  const main = errorIndexView()
  return htmlResponse({ title: "Errors of Keyward", section: "errors", sidebar: errorSidebar(errorHome), main })
}

function errorPage(code: ErrorCode, docsBase: string, example: unknown): Page {
  return {
    name: "errorPage",
    path: errorPath(code),
    async serve(request, requestId) {
      const entry = { type: errorType(docsBase, code), ...describeError(code) }
      const accept = request.headers.get("accept")
      if (acceptLists(accept, "application/json") && !acceptLists(accept, "text/html")) {
        const headers = { "Cache-Control": "no-cache", Vary: "Accept" }
        return successResponse(requestId, `"data":${JSON.stringify(entry)}`, headers)
      }
      const { headers, ...page } = htmlResponse({
        title: `${entry.code} (${entry.status})`,
        description: entry.when,
        section: "errors",
        sidebar: errorSidebar(errorPath(code)),
        toc: errorToc(entry),
        main: errorView(entry, example),
      })
      return { ...page, headers: { ...headers, Vary: "Accept" } }
    },
  }
}
