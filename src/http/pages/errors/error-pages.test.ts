import { describe, expect, test } from "bun:test"
import { startKeyward } from "../../../../test/harness/harness.ts"
import { serveKeyward } from "../../../../test/harness/serve-keyward.ts"
import { errorHelp } from "../../../contract/error-help/index.ts"
import { titles } from "../../../contract/error-statuses.ts"
import { errorCodes, errorTable } from "../../../contract/error-table.ts"
import { describeError } from "../../../operations/describe-error.ts"

const home = "/api-reference/errors-v2/service"
const docsBase = "https://docs.example.com/keyward"
const browserAccept = "text/html,application/xhtml+xml,application/xml;q=0.9,application/json,*/*;q=0.8"

describe("error pages", () => {
  const server = serveKeyward({ engine: "sqlite", environment: { KEYWARD_DOCS_BASE: docsBase } })

  test.each(errorCodes.map((code) => ({ code })))("tells a person about $code", async ({ code }) => {
    const { status, headers, text } = await server.request(`${home}/${code}`, { headers: { Accept: browserAccept } })
    const entry = errorTable[code]
    expect(status).toBe(200)
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8")
    const words = readable(text)
    const [category = "", name = ""] = code.split("/")
    const told = [category, name, String(entry.status), titles[entry.status], entry.when, entry.clears]
    const { causes, fixes, guide } = errorHelp[code]
    for (const part of [...told, ...causes, ...fixes.map(({ text }) => text)]) {
      expect(words).toContain(part.replaceAll("`", ""))
    }
    for (const { sample } of describeError(code).fixes) expect(words).toContain(sample ?? "")
    expect(text).toContain(`href="${guide}"`)
  })

  test.each(errorCodes.map((code) => ({ code })))("tells a program about $code", async ({ code }) => {
    const { status, headers, body } = await server.request(`${home}/${code}`, {
      headers: { Accept: "application/json" },
    })
    const { status: told, when, clears } = errorTable[code]
    const { causes, fixes, guide, operations } = describeError(code)
    const [category, name] = code.split("/")
    expect(status).toBe(200)
    expect(headers.get("content-type")).toBe("application/json")
    expect(body).toEqual({
      meta: { requestId: headers.get("x-request-id") },
      data: {
        type: `${docsBase}${home}/${code}`,
        category,
        code: name,
        status: told,
        title: titles[told],
        when,
        clears,
        ...{ causes, fixes, guide, operations },
      },
    })
  })

  test("returns HTML unless the request accepts JSON only", async () => {
    for (const accept of ["*/*", "text/html", "application/*", "application/json, text/html"]) {
      const { headers } = await server.request(`${home}/data/key_not_found`, { headers: { Accept: accept } })
      expect(headers.get("content-type"), accept).toBe("text/html; charset=utf-8")
      expect(headers.get("vary")).toBe("Accept, Accept-Encoding")
    }
  })

  test("has an index that leads to every page", async () => {
    const { status, text } = await server.request(home)
    expect(status).toBe(200)
    for (const code of errorCodes) expect(text).toContain(`href="${home}/${code}"`)
  })

  test("knows no other category or code", async () => {
    const unknown = [
      "/data/nothing",
      "/nothing/key_not_found",
      "/data",
      "/",
      "/data/key_not_found/",
      "/data/constructor",
    ]
    for (const path of unknown) {
      for (const method of ["GET", "POST"]) {
        const { status, body } = await server.request(`${home}${path}`, { method })
        expect(status, path).toBe(404)
        expect(body.error.type).toBe(`${docsBase}${home}/application/route_not_found`)
      }
    }
  })

  test("runs and loads only what comes from this server, and nothing inline", async () => {
    const { headers, text } = await server.request(`${home}/data/key_not_found`)
    const policy = headers.get("content-security-policy") ?? ""
    expect(policy).toStartWith("default-src 'none'; ")
    expect(policy).not.toContain("unsafe")
    expect(text).not.toMatch(/<style|style=|\son\w+=|<script>|<script(?![^>]*\ssrc=)/)
    expect(text).not.toMatch(/(src|href)="(https?:)?\/\//)
    expect(headers.get("x-content-type-options")).toBe("nosniff")
  })

  test("is where the type of a real error leads, with default settings", async () => {
    const plain = await startKeyward({ engine: "sqlite" })
    const { body } = await plain.request("/v2/keys.getKey", { method: "POST" })
    const { pathname } = new URL(body.error.type)
    expect((await plain.request(pathname)).status).toBe(200)
    await plain.stop()
  })
})

/** The visible text of a page, without markup. */
function readable(html: string): string {
  return html
    .replace(/<[^>]+>/g, "")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
}
