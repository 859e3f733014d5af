import { fault } from "../../../contract/errors.ts"
import { pathOf } from "../../request/request-target.ts"
import type { ResponseParts } from "../../request/response.ts"
import type { Page } from "../../server/routes.ts"
import { type BuiltFiles, builtFilesIn, howToBuild } from "../built-files.ts"
import { type CompressedPage, compress, compressedResponse } from "../compressed-page.ts"
import { htmlResponse } from "../layout.ts"
import { readPage } from "./built-docs.ts"
import { type DocsPage, docsHome, docsPages } from "./contents.ts"
import { docsView } from "./docs-view.ts"
import { fileResponse } from "./file-response.ts"

const built = `${import.meta.dir}/../../../../docs/dist`

/** The docs. Each page is read when somebody opens it for the first time, and then kept compressed. */
export function docsPagesFrom(folder = built): readonly Page[] {
  const compressed = new Map<DocsPage, Promise<CompressedPage>>()
  let files: BuiltFiles | undefined
  const serve: Page["serve"] = async (request) => {
    const path = pathOf(request.url)
    if (path.endsWith("/")) return movedTo(path.replace(/\/+$/, ""))
    files ??= openFiles(folder)
    const page = docsPages.find((one) => one.path === path)
    if (page === undefined) return fileResponse(files, path)
    const response = compressed.get(page) ?? render(files, page)
    compressed.set(page, response)
    return compressedResponse(request, await response)
  }
  return [docsHome, `${docsHome}/*`].map((path) => ({ name: "docs", path, serve }))
}

/** A clone may never have built the docs. */
function openFiles(folder: string): BuiltFiles {
  try {
    return builtFilesIn(folder)
  } catch (cause) {
    throw fault("application/route_not_found", { detail: `The docs are missing: ${howToBuild}.`, cause })
  }
}

async function render(files: BuiltFiles, page: DocsPage): Promise<CompressedPage> {
  const content = await readPage(files, page.path)
  return compress(htmlResponse({ title: `${content.title} · Keyward`, main: docsView(page, content) }))
}

/** People add a slash. */
function movedTo(path: string): ResponseParts {
  return { status: 308, headers: { Location: path }, body: "" }
}
