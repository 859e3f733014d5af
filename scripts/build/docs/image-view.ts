import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Html, html } from "../../../src/http/pages/html.ts"
import { root } from "../built-folder.ts"
import { targetOf } from "./link-target.ts"

/** A picture with its size, so that the text below it does not jump. */
export function imageView(file: string, source: string, alternative: string): Html {
  const target = targetOf(file, source)
  if (target.type === "unserved") throw new Error(`${file} shows ${source}, which is not served.`)
  const { width, height } = pngSize(join(root, dirname(file), source))
  return html`<a class="picture" href="${target.href}"><img src="${target.href}" alt="${alternative}" width="${width}" height="${height}" loading="lazy"></a>`
}

/** The first chunk of a PNG file contains its size. */
function pngSize(path: string): { readonly width: number; readonly height: number } {
  const bytes = readFileSync(path)
  if (bytes.toString("latin1", 1, 4) !== "PNG") throw new Error(`${path} is no PNG.`)
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}
