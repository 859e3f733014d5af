import { dirname, join } from "node:path"
import { docsFiles, docsPages, imagesFolder, pathOfFile } from "../../../src/http/pages/docs/contents.ts"
import { exampleAddress } from "../../../src/http/pages/docs/with-address.ts"

type LinkTarget =
  | { readonly type: "address"; readonly href: string }
  | { readonly type: "unserved"; readonly file: string }

/** Where a link of a Markdown file leads on the server. */
export function targetOf(file: string, href: string): LinkTarget {
  if (href.startsWith(`${exampleAddress}/`)) return { type: "address", href: href.slice(exampleAddress.length) }
  if (/^(https?:|mailto:|#|\/)/.test(href)) return { type: "address", href }
  const [path = "", anchor] = href.split("#")
  const linked = join(dirname(file), path)
  const page = docsPages.find((one) => one.file === linked)
  if (page !== undefined) return { type: "address", href: anchor === undefined ? page.path : `${page.path}#${anchor}` }
  const isServed = docsFiles.includes(linked) || dirname(linked) === imagesFolder
  return isServed ? { type: "address", href: pathOfFile(linked) } : { type: "unserved", file: linked }
}
