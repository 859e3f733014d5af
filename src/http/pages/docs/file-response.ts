import { fault } from "../../../contract/errors.ts"
import type { ResponseParts } from "../../request/response.ts"
import type { BuiltFiles } from "../built-files.ts"
import { fileName } from "./built-docs.ts"
import { docsFiles, docsHome, pathOfFile } from "./contents.ts"

/** An image, or a file to copy. Neither is kept in memory. */
export async function fileResponse(files: BuiltFiles, path: string): Promise<ResponseParts> {
  const contentType = contentTypeOf(path)
  const file = contentType === undefined ? undefined : files.get(fileName(path))
  if (contentType === undefined || file === undefined) throw fault("application/route_not_found")
  const headers = { "Content-Type": contentType, "Cache-Control": "no-cache" }
  return { status: 200, headers, body: new Uint8Array(await file.arrayBuffer()) }
}

const filePaths = new Set(docsFiles.map(pathOfFile))

/** A browser shows files as text, whatever they are. */
function contentTypeOf(path: string): string | undefined {
  if (filePaths.has(path)) return "text/plain; charset=utf-8"
  return path.startsWith(`${docsHome}/images/`) && path.endsWith(".png") ? "image/png" : undefined
}
