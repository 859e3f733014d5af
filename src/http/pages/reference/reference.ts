import { fault } from "../../../contract/errors.ts"
import { reachOf, touchedBy } from "../../../core/reach.ts"
import { shellQuote } from "../../../core/shell-quote.ts"
import type { Operation } from "../../../operations/operation.ts"
import type { OpenApiDocument } from "../../openapi/model.ts"
import { pathOf } from "../../request/request-target.ts"
import type { ResponseParts } from "../../request/response.ts"
import type { Page } from "../../server/routes.ts"
import { asset } from "../asset.ts"
import { type CompressedPage, compress, compressedResponse } from "../compressed-page.ts"
import { html } from "../html.ts"
import { htmlResponse } from "../layout.ts"
import { entriesOf } from "./entries.ts"
import { objectHref, operationHref } from "./hrefs.ts"
import { indexView } from "./index-view.ts"
import jsonScript from "./json-view.client.js" with { type: "text" }
import { objectView } from "./object-view.ts"
import { operationView } from "./operation-page.ts"
import script from "./reference.client.js" with { type: "text" }
import style from "./reference.css" with { type: "text" }
import { loadWrittenSamples, type WrittenSamples } from "./samples.ts"
import { referenceSidebar } from "./sidebar.ts"
import { homeOf } from "./tasks.ts"
import tryStyle from "./try.css" with { type: "text" }
import credentialScript from "./try-credential.client.js" with { type: "text" }

interface ReferenceSources {
  readonly document: () => Promise<OpenApiDocument>
  readonly operations: readonly Operation[]
  /** Whether people can sign in here, so that "Try it" can use their session. */
  readonly hasDashboard: boolean
}

interface Shown {
  readonly document: OpenApiDocument
  readonly samples: WrittenSamples
  readonly path: string
}

/** The reference: an index, a page per operation and a page per object, each rendered at its first request. */
export function referencePages(sources: ReferenceSources): readonly Page[] {
  const kept = new Map<string, CompressedPage>()
  const serve: Page["serve"] = async (request) => {
    const path = pathOf(request.url)
    const known = kept.get(path)
    if (known !== undefined) return compressedResponse(request, known)
    const [document, samples] = await Promise.all([sources.document(), loadWrittenSamples()])
    const rendered = render({ document, samples, path }, sources)
    if (rendered === undefined) throw fault("application/route_not_found")
    const page = compress(rendered)
    kept.set(path, page)
    return compressedResponse(request, page)
  }
  return [
    { name: "reference", path: "/reference", serve },
    { name: "reference", path: "/reference/*", serve },
    ...assets.map(({ page }) => page),
  ]
}

const ownStyle = asset("/reference/reference.css", `${style}\n${tryStyle}`)
const ownScript = asset("/reference/reference.client.js", script)
/** The function needs nothing around it, so its text is a script of its own, also in the minified executable. */
const quoteScript = asset("/reference/shell-quote.client.js", `export const shellQuote = ${shellQuote}\n`)
/** Both functions need nothing around them either. */
const reachScript = asset(
  "/reference/reach.client.js",
  `export const touchedBy = ${touchedBy}\nexport const reachOf = ${reachOf}\n`,
)
const assets = [
  ownStyle,
  ownScript,
  quoteScript,
  reachScript,
  asset("/reference/json-view.client.js", jsonScript),
  asset("/reference/try-credential.client.js", credentialScript),
]

const head = html`<link rel="stylesheet" href="${ownStyle.href}"><script type="module" src="${ownScript.href}"></script>`

/** Undefined if there is no such page. Only known paths are kept, so the memory for pages has a bound. */
function render(shown: Shown, sources: ReferenceSources): ResponseParts | undefined {
  const view = viewOf(shown, sources)
  if (view === undefined) return undefined
  const { title, main, description } = view
  const sidebar = referenceSidebar(shown.document, shown.path)
  const { hasDashboard } = sources
  return htmlResponse({ title, main, description, head, hasDashboard, section: "reference", sidebar })
}

function viewOf({ document, samples, path }: Shown, { operations, hasDashboard }: ReferenceSources) {
  if (path === "/reference") {
    return { title: "Keyward reference", description: "All operations of Keyward.", main: indexView(document) }
  }
  const entry = entriesOf(document).find(({ name }) => path === operationHref(name))
  if (entry !== undefined) {
    const operation = operations.find(({ name }) => name === entry.name)
    const main = operationView({ document, entry, operation, samples, hasSessions: hasDashboard })
    const { summary } = entry.operation
    return { title: `${homeOf(entry.name).title} · ${entry.name}`, description: summary.replaceAll("`", ""), main }
  }
  const [name, schema] = Object.entries(document.components.schemas).find(([one]) => path === objectHref(one)) ?? []
  if (name === undefined || schema === undefined) return undefined
  const description = `The object ${name} in requests and responses of Keyward.`
  return { title: `${name} · Keyward reference`, description, main: objectView(document, name, schema) }
}
