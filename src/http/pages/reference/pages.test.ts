import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../../../test/harness/serve-keyward.ts"
import { operations } from "../../../operations/index.ts"

const browser = { headers: { Accept: "text/html" } }

describe("the reference", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const read = async (path: string) => (await server.request(path, browser)).text

  test.each(operations.map(({ name }) => [name] as const))(
    "has a page for %s that needs no script to read",
    async (name) => {
      const { status, text } = await server.request(`/reference/${name}`, browser)
      expect(status).toBe(200)
      for (const part of [`/v2/${name}`, 'id="request"', 'id="response"', 'id="errors"', "curl"]) {
        expect(text).toContain(part)
      }
      expect(text).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*\ssrc=)|(src|href)="(https?:)?\/\//)
      expect(text.match(/<h1/g)?.length).toBe(1)
    },
  )

  test("describes every field of a request, with an anchor for each", async () => {
    const page = await read("/reference/keys.createKey")
    for (const field of ["apiId", "credits", "credits.refill", "credits.refill.amount", "ratelimits.duration"]) {
      expect(page).toContain(`id="request.${field}"`)
    }
  })

  test("shows every verdict code once", async () => {
    const page = await read("/reference/keys.verifyKey")
    expect(page.match(/id="response\.code"/g)?.length).toBe(1)
    expect(page).toContain("<code>INSUFFICIENT_PERMISSIONS</code>")
  })

  test("links to pages and places that exist", async () => {
    const pages = new Map<string, string>()
    const broken: string[] = []
    const open = ["/reference"]
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (pages.has(path)) continue
      const { status, text } = await server.request(path, browser)
      if (status !== 200) broken.push(path)
      pages.set(path, text)
      const links = [...text.matchAll(/ href="([^"]*)"/g)].map(([, href = ""]) => new URL(href, `http://x${path}`))
      for (const { pathname, hash } of links) {
        if (pathname === path && hash !== "" && !text.includes(`id="${hash.slice(1)}"`)) broken.push(`${path}${hash}`)
        if (/^\/reference(\/[\w./]+)?$/.test(pathname) && !/\.(css|js)$/.test(pathname)) open.push(pathname)
      }
    }
    expect(broken).toEqual([])
    for (const { name } of operations) expect([...pages.keys()]).toContain(`/reference/${name}`)
  })

  test("leads older links to their row without scripts", async () => {
    const page = await read("/reference")
    for (const { name } of operations) expect(page).toContain(`<li id="${name}"><a href="/reference/${name}">`)
  })

  test("knows no other page, and keeps nothing for one", async () => {
    expect((await server.request("/reference/keys.nothing", browser)).status).toBe(404)
    expect((await server.request("/reference/objects/Nothing", browser)).status).toBe(404)
    expect((await server.request("/reference/", browser)).status).toBe(404)
  })

  test("its search knows every operation, and what people call it", async () => {
    const { body } = await server.request("/search.json")
    const titles = body.entries.map(({ title }: { title: string }) => title)
    for (const { name } of operations) expect(titles).toContain(name)
    for (const { path } of body.entries) expect((await server.request(path.split("#")[0], browser)).status).toBe(200)
    expect(body.synonyms).toContainEqual(expect.arrayContaining(["rotate", "reroll"]))
  })
})

describe("without pages for people", () => {
  const server = serveKeyward({ engine: "sqlite", environment: { KEYWARD_DASHBOARD: "off" } })

  test("the reference stays, and offers no sign-in", async () => {
    const { status, text } = await server.request("/reference/keys.createKey", browser)
    expect(status).toBe(200)
    expect(text).toContain('data-sessions="false"')
    expect(text).not.toContain("/sign-in")
  })
})
