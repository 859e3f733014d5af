import { type ErrorCode, errorCodes, errorTable } from "../../../contract/error-table.ts"
import { describeError } from "../../../operations/describe-error.ts"
import { exampleName } from "../../openapi/errors.ts"
import type { Components } from "../../openapi/model.ts"
import { acceptLists } from "../../request/accept.ts"
import { errorType, type ResponseParts, successResponse } from "../../request/response.ts"
import type { Page } from "../../server/routes.ts"
import { type CompressedPage, compress, compressedResponse } from "../compressed-page.ts"
import { htmlResponse } from "../layout.ts"
import type { SearchEntry } from "../search/entry.ts"
import { errorIndexView, errorSidebar } from "./error-index.ts"
import { errorHome, errorPath } from "./error-paths.ts"
import { errorToc, errorView } from "./error-view.ts"

interface Sources {
  readonly hasDashboard: boolean
  readonly docsBase: string
  /** An example body per code, as in the OpenAPI document. */
  readonly examples: Components["examples"]
}

/** The page behind the `type` of every error, and an index of all errors. */
export function errorPages(sources: Sources): Page[] {
  return [indexPage(sources), ...errorCodes.map((code) => errorPage(code, sources))]
}

/** What the search finds about errors. */
export async function errorEntries(): Promise<readonly SearchEntry[]> {
  const statuses = [...new Set(errorCodes.map((code) => errorTable[code].status))].join(" ")
  const index: SearchEntry = {
    title: "All errors",
    path: errorHome,
    kind: "error",
    text: "Every error with its status, its causes and what to do.",
    words: `code ${statuses}`,
    body: "",
  }
  const pages = errorCodes.map((code): SearchEntry => {
    const { status, when } = errorTable[code]
    const [category = "", name = ""] = code.split("/")
    const words = `error ${status} ${category}`
    return { title: name, path: errorPath(code), kind: "error", text: when.replaceAll("`", ""), words, body: "" }
  })
  return [index, ...pages]
}

function indexPage({ hasDashboard }: Sources): Page {
  const serve = renderedOnce(() =>
    htmlResponse({
      title: "Errors of Keyward",
      hasDashboard,
      section: "errors",
      sidebar: errorSidebar(errorHome),
      main: errorIndexView(),
    }),
  )
  return { name: "errorIndex", path: errorHome, serve: async (request) => serve(request) }
}

function errorPage(code: ErrorCode, { docsBase, examples, hasDashboard }: Sources): Page {
  const entryOf = () => ({ type: errorType(docsBase, code), ...describeError(code) })
  const serveHtml = renderedOnce(() => {
    const entry = entryOf()
    const { headers, ...page } = htmlResponse({
      title: `${entry.code} (${entry.status})`,
      description: entry.when,
      hasDashboard,
      section: "errors",
      sidebar: errorSidebar(errorPath(code)),
      toc: errorToc(entry),
      main: errorView(entry, examples[exampleName(code)]?.value),
    })
    return { ...page, headers: { ...headers, Vary: "Accept" } }
  })
  return {
    name: "errorPage",
    path: errorPath(code),
    async serve(request, requestId) {
      const accept = request.headers.get("accept")
      if (acceptLists(accept, "application/json") && !acceptLists(accept, "text/html")) {
        const headers = { "Cache-Control": "no-cache", Vary: "Accept" }
        return successResponse(requestId, `"data":${JSON.stringify(entryOf())}`, headers)
      }
      return serveHtml(request)
    },
  }
}

/** Everybody may open these pages, and rendering one takes as long as dozens of verifications. */
function renderedOnce(render: () => ResponseParts): (request: Request) => ResponseParts {
  let kept: CompressedPage | undefined
  return (request) => {
    kept ??= compress(render())
    return compressedResponse(request, kept)
  }
}
