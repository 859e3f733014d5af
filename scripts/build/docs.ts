import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type BuiltPage, fileName, pageName, searchName } from "../../src/http/pages/docs/built-docs.ts"
import { docsFiles, docsPages, imagesFolder, pathOfFile } from "../../src/http/pages/docs/contents.ts"
import type { SearchEntry } from "../../src/http/pages/search/entry.ts"
import { type BuiltFolder, root } from "./built-folder.ts"
import { renderPage } from "./docs/render-page.ts"
import { searchEntries } from "./docs/search-entries.ts"

/** The finished docs: a JSON file per page, one for the search, and all files that pages show or link to. */
export const docs: BuiltFolder = {
  path: "docs/dist",
  inputs: [
    ...docsPages.map(({ file }) => file),
    ...docsFiles,
    `${imagesFolder}/*`,
    "src/http/pages/*.ts",
    "src/http/pages/{code,docs,errors}/*.ts",
    "src/http/pages/search/rank.client.js",
    // Names of operations and errors become links.
    "src/http/pages/reference/hrefs.ts",
    "src/operations/*.*.ts",
    "src/contract/error-table.ts",
    "scripts/build/{docs,built-folder}.ts",
    "scripts/build/docs/*.ts",
  ],
  async write(folder) {
    const found: SearchEntry[] = []
    const write = (name: string, content: unknown) => writeFileSync(join(folder, name), JSON.stringify(content))
    for (const page of docsPages) {
      const rendered = renderPage({ file: page.file, markdown: readFileSync(join(root, page.file), "utf8") })
      const { title, summary, headings, html } = rendered
      write(pageName(page.path), { title, summary, headings, html } satisfies BuiltPage)
      found.push(...searchEntries(page, rendered))
    }
    write(searchName, found)
    const images = readdirSync(join(root, imagesFolder)).map((name) => `${imagesFolder}/${name}`)
    for (const file of [...docsFiles, ...images]) {
      copyFileSync(join(root, file), join(folder, fileName(pathOfFile(file))))
    }
  },
}
