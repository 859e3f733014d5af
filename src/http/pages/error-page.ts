import { titles } from "../../contract/error-statuses.ts"
import { type ErrorCode, errorCodes, errorTable } from "../../contract/error-table.ts"
import { exampleName } from "../openapi/errors.ts"
import type { Components } from "../openapi/model.ts"
import { acceptLists } from "../request/accept.ts"
import { errorType, successResponse } from "../request/response.ts"
import type { Page } from "../server/routes.ts"
import { codeBlock } from "./code/code-block.ts"
import { type Html, html } from "./html.ts"
import { htmlResponse } from "./layout.ts"
import { inline } from "./prose.ts"

const home = "/api-reference/errors-v2/service"

interface Sources {
  readonly docsBase: string
  /** An example body per code, as in the OpenAPI document. */
  readonly examples: Components["examples"]
}

/** The page behind the `type` of every error, and an index of all errors. */
export function errorPages({ docsBase, examples }: Sources): Page[] {
  const index = htmlResponse({ title: "Errors of Keyward", section: "errors", main: indexView() })
  return [
    { name: "errorIndex", path: home, serve: async () => index },
    ...errorCodes.map((code) => errorPage(code, docsBase, examples[exampleName(code)]?.value)),
  ]
}

function errorPage(code: ErrorCode, docsBase: string, example: unknown): Page {
  const entry = describe(code, docsBase)
  const data = `"data":${JSON.stringify(entry)}`
  const { headers, ...sheet } = htmlResponse({
    title: `${entry.code} (${entry.status})`,
    section: "errors",
    main: entryView(entry, example),
  })
  const page = { ...sheet, headers: { ...headers, Vary: "Accept" } }
  return {
    name: "errorPage",
    path: `${home}/${code}`,
    async serve(request, requestId) {
      const accept = request.headers.get("accept")
      const wantsJson = acceptLists(accept, "application/json") && !acceptLists(accept, "text/html")
      return wantsJson ? successResponse(requestId, data, { "Cache-Control": "no-cache", Vary: "Accept" }) : page
    },
  }
}

type Entry = ReturnType<typeof describe>

function describe(full: ErrorCode, docsBase: string) {
  const [category = "", code = ""] = full.split("/")
  const { status, when, clears } = errorTable[full]
  return { type: errorType(docsBase, full), category, code, status, title: titles[status], when, clears }
}

function entryView(entry: Entry, example: unknown): Html {
  return html`<div class="narrow">
<p><a href="${home}">All errors</a> › ${entry.category}</p>
<h1><code>${entry.code}</code></h1>
<p>${statusView(entry)}</p>
<h2>When it occurs</h2>
<p>${inline(entry.when)}</p>
<h2>How to fix it</h2>
<p>${inline(entry.clears)}</p>
<h2>In the response</h2>
<dl class="facts">
<dt>Category</dt><dd><code>${entry.category}</code></dd>
<dt>Code</dt><dd><code>${entry.code}</code></dd>
<dt>Status</dt><dd>${entry.status}</dd>
<dt>Title</dt><dd>${entry.title}</dd>
<dt>Type</dt><dd><code>${entry.type}</code></dd>
</dl>
<h2>Example</h2>
${codeBlock("json", JSON.stringify(example, null, 2), { what: "response" })}
</div>`
}

function statusView({ status, title }: Pick<Entry, "status" | "title">): Html {
  return html`<span class="status status-${String(status).slice(0, 1)}">${status} ${title}</span>`
}

function indexView(): Html {
  const groups = Map.groupBy(errorCodes, (code) => code.split("/")[0] ?? "")
  return html`<div class="narrow">
<h1>Errors</h1>
<p>All errors that the service can return. The <code>type</code> of an error is the URL of its page.</p>
${[...groups].map(([category, codes]) => html`<h2>${category}</h2><ul class="errors">${codes.map(indexEntry)}</ul>`)}
</div>`
}

function indexEntry(code: ErrorCode): Html {
  const { status, when } = errorTable[code]
  return html`<li><a href="${home}/${code}"><code>${code.split("/")[1] ?? code}</code></a>
${statusView({ status, title: titles[status] })}<p>${inline(when)}</p></li>`
}
