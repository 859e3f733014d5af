import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { openBrowser } from "../services/browser.ts"
import { originOf } from "./passkeys.ts"

const browser = openBrowser()
const mostGzippedBytes = 90 * 1024

describe("the first load of the sign-in page", () => {
  const server = serveKeyward({ engine: "sqlite" })

  /** Everything that a browser fetches until the page is at rest, without the calls of operations. */
  async function loadedPaths(): Promise<readonly string[]> {
    const context = await browser().newContext()
    const page = await context.newPage()
    const paths: string[] = []
    page.on("request", (request) => paths.push(new URL(request.url()).pathname))
    await page.goto(`${originOf(server)}/sign-in`)
    await page.waitForLoadState("networkidle")
    await page.locator('form[name="sign-in-with-key"]').waitFor()
    await context.close()
    return [...new Set(paths)].filter((path) => !path.startsWith("/v2/"))
  }

  async function gzippedBytesOf(path: string): Promise<number> {
    const headers = { Accept: "text/html,*/*;q=0.8", "Accept-Encoding": "gzip", Host: new URL(originOf(server)).host }
    const response = await fetch(`${server.url}${path}`, { decompress: false, headers })
    expect([path, response.status]).toEqual([path, 200])
    return (await response.arrayBuffer()).byteLength
  }

  test("has at most 90 KiB of gzipped page, scripts and style sheets", async () => {
    const paths = await loadedPaths()
    for (const kind of [/^\/sign-in$/, /\/sign-in-\w+\.js$/, /\/sign-in-\w+\.css$/, /\/chunk-\w+\.js$/]) {
      expect(paths.some((path) => kind.test(path))).toBe(true)
    }
    const sizes = await Promise.all(paths.map(gzippedBytesOf))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    console.log(`The sign-in page loads ${(bytes / 1024).toFixed(1)} KiB in ${paths.length} responses.`)
    expect(bytes).toBeLessThanOrEqual(mostGzippedBytes)
  })
})
