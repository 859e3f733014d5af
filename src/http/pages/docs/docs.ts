import { fault } from "../../../contract/errors.ts"
import { pathOf } from "../../request/request-target.ts"
import type { ResponseParts } from "../../request/response.ts"
import type { Page } from "../../server/routes.ts"
import { asset } from "../asset.ts"
import { type BuiltFiles, builtFilesIn, howToBuild } from "../built-files.ts"
import { type CompressedPage, compress, compressedResponse } from "../compressed-page.ts"
import { html } from "../html.ts"
import { htmlResponse } from "../layout.ts"
import type { SearchSource } from "../search/search-page.ts"
import { readPage, readSearchEntries } from "./built-docs.ts"
import { type DocsPage, docsHome, docsPages } from "./contents.ts"
import style from "./docs.css" with { type: "text" }
import { docsSidebar, docsView } from "./docs-view.ts"
import { fileResponse } from "./file-response.ts"
import { withAddress } from "./with-address.ts"

const built = `${import.meta.dir}/../../../../docs/dist`

const sheet = asset("/pages/docs.css", style)

interface Docs {
  readonly pages: readonly Page[]
  readonly searchEntries: SearchSource
}

interface DocsOptions {
  readonly hasDashboard: boolean
  /** The address of this server, for the commands of the pages. */
  readonly url: string
}

/** The docs. The server reads a page at its first request, and then keeps it compressed. */
export function openDocs(options: DocsOptions, folder = built): Docs {
  const kept = new Map<DocsPage, CompressedPage>()
  let opened: BuiltFiles | undefined
  const files = () => {
    opened ??= openFiles(folder)
    return opened
  }
  const serve: Page["serve"] = async (request) => {
    const path = pathOf(request.url)
    if (path.endsWith("/")) return movedTo(path.slice(0, -1))
    const page = docsPages.find((one) => one.path === path)
    if (page === undefined) return fileResponse(requireBuilt(files()), path)
    const rendered = kept.get(page) ?? (await render(requireBuilt(files()), page, options))
    kept.set(page, rendered)
    return compressedResponse(request, rendered)
  }
  const pages = [docsHome, `${docsHome}/*`].map((path) => ({ name: "docs", path, serve }))
  return { pages: [...pages, sheet.page], searchEntries: async () => readSearchEntries(files()) }
}

/** Empty if a clone has never built the docs. */
function openFiles(folder: string): BuiltFiles {
  try {
    return builtFilesIn(folder)
  } catch {
    return new Map()
  }
}

function requireBuilt(files: BuiltFiles): BuiltFiles {
  if (files.size > 0) return files
  throw fault("application/route_not_found", { detail: `The docs are missing: ${howToBuild}.` })
}

async function render(files: BuiltFiles, page: DocsPage, { hasDashboard, url }: DocsOptions): Promise<CompressedPage> {
  const content = await readPage(files, page.path)
  return compress(
    htmlResponse({
      title: `${content.title} · Keyward`,
      description: content.summary,
      hasDashboard,
      section: "docs",
      sidebar: docsSidebar(page.path),
      toc: content.headings.length < 2 ? [] : content.headings,
      head: html`<link rel="stylesheet" href="${sheet.href}">`,
      main: docsView(page, { ...content, html: withAddress(content.html, url) }),
    }),
  )
}

/** People add a slash. */
function movedTo(path: string): ResponseParts {
  return { status: 308, headers: { Location: path }, body: "" }
}
