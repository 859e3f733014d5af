import { join } from "node:path"
import { errorCodes } from "../../../src/contract/error-table.ts"
import { docsHome } from "../../../src/http/pages/docs/contents.ts"
import { errorHome, errorPath } from "../../../src/http/pages/errors/error-paths.ts"
import { operationHref } from "../../../src/http/pages/reference/hrefs.ts"
import { root } from "../built-folder.ts"

/** Files of operations have the name of their operation. */
const operations = [...new Bun.Glob("*.*.ts").scanSync(join(root, "src/operations"))].flatMap((file) => {
  const name = file.replace(/\.ts$/, "")
  return /^\w+\.\w+$/.test(name) && !name.endsWith(".test") ? [name] : []
})

const addresses: ReadonlyMap<string, string> = new Map([
  ...operations.map((name) => [name, operationHref(name)] as const),
  ...errorCodes.map((code) => [code, errorPath(code)] as const),
  ...[docsHome, errorHome, "/reference", "/openapi.json"].map((path) => [path, path] as const),
])

/** Where inline code leads that names an operation, an error or a page of the server. */
export function addressOfCode(text: string): string | undefined {
  return addresses.get(text)
}
