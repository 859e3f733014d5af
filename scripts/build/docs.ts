import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileName, pageName } from "../../src/http/pages/docs/built-docs.ts"
import { docsFiles, docsPages, imagesFolder, pathOfFile } from "../../src/http/pages/docs/contents.ts"
import { type BuiltFolder, root } from "./built-folder.ts"
import { renderPage } from "./docs/render-page.ts"

/** The finished docs: a JSON file per page, with its HTML and headings, and all files that pages show or link to. */
export const docs: BuiltFolder = {
  path: "docs/dist",
  inputs: [
    ...docsPages.map(({ file }) => file),
    ...docsFiles,
    `${imagesFolder}/*`,
    "src/http/pages/*.ts",
    "src/http/pages/docs/*.ts",
    "scripts/build/{docs,built-folder}.ts",
    "scripts/build/docs/*.ts",
  ],
  async write(folder) {
    for (const { file, path } of docsPages) {
      const page = renderPage({ file, markdown: readFileSync(join(root, file), "utf8") })
      writeFileSync(join(folder, pageName(path)), JSON.stringify(page))
    }
    const images = readdirSync(join(root, imagesFolder)).map((name) => `${imagesFolder}/${name}`)
    for (const file of [...docsFiles, ...images])
      copyFileSync(join(root, file), join(folder, fileName(pathOfFile(file))))
  },
}
