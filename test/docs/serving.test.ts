import { describe, expect, test } from "bun:test"
import { gunzipSync } from "node:zlib"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { expectWholeDocs } from "./whole.ts"

const publicUrl = "https://keys.example.com"
// The docs stay without the dashboard.
const environment = { KEYWARD_DASHBOARD: "off", KEYWARD_PUBLIC_URL: publicUrl }
const server = serveKeyward({ engine: "sqlite", environment })
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(`${server.url}${path}`, { headers, method, redirect: "manual", decompress: false })

describe("the docs", () => {
  test("are all served, without the dashboard too", () => expectWholeDocs(server.url))

  test("name the address of this server in commands, link to it, and name the default where they explain it", async () => {
    const page = async (path: string) => (await get(path)).text()
    const quickStart = await page("/docs/quick-start")
    expect(quickStart).toContain(`KEYWARD_URL=${publicUrl}\n`)
    expect(quickStart).toContain('<a href="/reference">')
    expect(quickStart).not.toContain("localhost:8080")
    expect(await page("/docs/troubleshooting")).toContain(`<code>url                 ${publicUrl}\n`)
    expect(await page("/docs/cli")).toContain("<td>5. default</td><td><code>http://localhost:8080</code></td>")
    expect(await page("/docs/guides/container-image")).toContain("KEYWARD_PUBLIC_URL=http://localhost:8080")
  })

  test("tell the browser to run only scripts of this server, and to keep other sites away", async () => {
    const { headers } = await get("/docs/quick-start")
    const policy = headers.get("content-security-policy") ?? ""
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]) {
      expect(policy.split("; ")).toContain(rule)
    }
    expect(policy).not.toContain("unsafe")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(headers.get("referrer-policy")).toBe("same-origin")
    expect(headers.get("cache-control")).toBe("no-cache")
  })

  test("are compressed for a client that can read it", async () => {
    const plain = Buffer.from(await (await get("/docs/contract")).arrayBuffer())
    const small = await get("/docs/contract", { "Accept-Encoding": "gzip, br" })
    expect(small.headers.get("content-encoding")).toBe("gzip")
    expect(small.headers.get("vary")).toContain("Accept-Encoding")
    expect(gunzipSync(await small.arrayBuffer())).toEqual(plain)
  })

  test("are not sent again to a browser that has this version", async () => {
    const etag = (await get("/docs")).headers.get("etag") ?? ""
    const again = await get("/docs", { "If-None-Match": etag })
    expect([again.status, await again.text()]).toEqual([304, ""])
    expect((await get("/docs/concepts", { "If-None-Match": etag })).status).toBe(200)
  })

  test.each(["/search.json", "/pages/copy.client.js"])(
    "%s is not sent again either, behind a proxy too",
    async (path) => {
      const etag = (await get(path)).headers.get("etag") ?? ""
      const weak = `W/${etag.replace(/^W\//, "")}`
      expect((await get(path, { "If-None-Match": weak })).status).toBe(304)
    },
  )

  test.each(["/docs/", "/docs/guides/credits/", "/docs/guides//"])(
    "%s leads to the page without the slash",
    async (path) => {
      const response = await get(path)
      expect([response.status, response.headers.get("location")]).toEqual([308, path.slice(0, -1)])
    },
  )

  test.each([
    "/docs/nothing",
    "/docs/architecture",
    "/docs/images/nothing.png",
    "/docs/images/..%2f..%2fpackage.json",
    "/docs/fingerprint",
    "/docs/quick-start.json",
    "/docs/deploy/Dockerfile",
  ])("have no %s", async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test("answer HEAD with the same headers and no body, and no other method", async () => {
    const [head, whole] = [await get("/docs", {}, "HEAD"), await get("/docs")]
    expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", whole.headers.get("etag")])
    expect((await get("/docs", {}, "POST")).status).toBe(405)
  })
})
