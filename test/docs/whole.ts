import { expect } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { docsFiles, docsPages, imagesFolder, pathOfFile } from "../../src/http/pages/docs/contents.ts"

/** Fetches every page of the docs, and every image and file, from a server. */
export async function expectWholeDocs(url: string): Promise<void> {
  for (const { file, path } of docsPages) {
    const response = await fetch(`${url}${path}`)
    expect([path, response.status, response.headers.get("content-type")]).toEqual([
      path,
      200,
      "text/html; charset=utf-8",
    ])
    const [, title = ""] = /^# (.+)$/m.exec(readFileSync(file, "utf8")) ?? []
    expect(await response.text(), path).toContain(`<h1>${title.replaceAll("`", "")}</h1>`)
  }
  const images = readdirSync(imagesFolder).map((name) => `${imagesFolder}/${name}`)
  for (const file of [...docsFiles, ...images]) {
    const response = await fetch(`${url}${pathOfFile(file)}`)
    expect([file, response.status]).toEqual([file, 200])
    expect(readFileSync(file).equals(Buffer.from(await response.arrayBuffer())), file).toBe(true)
  }
}
