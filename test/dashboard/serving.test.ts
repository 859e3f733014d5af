import { beforeAll, describe, expect, test } from "bun:test"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { runHere } from "../cli/cli.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { program } from "../people/device-login.ts"
import { addPerson } from "../people/person.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { sendRaw } from "../requests/raw-request.ts"
import { settingOf } from "../storage/database.ts"

const html = "text/html,application/xhtml+xml,*/*;q=0.8"

describe("the dashboard", () => {
  const server = serveKeyward({ engine: "sqlite" })
  let cookie = ""
  beforeAll(async () => {
    cookie = (await addPerson(server, { ...server, role: "viewer" })).cookie
  })
  const host = () => new URL(server.url).host.replace("127.0.0.1", "localhost")
  /** As a browser that has signed in asks for a page. */
  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    fetch(`${server.url}${path}`, {
      ...{ method, redirect: "manual", decompress: false },
      headers: { Accept: html, Host: host(), Cookie: cookie, ...headers },
    })
  const assetIn = async () => /src="(\/assets\/main-[^"]+)"/.exec(await (await plain("/")).text())?.[1] ?? ""
  const plain = (path: string) => get(path, { "Accept-Encoding": "identity" })

  test.each(["/", "/w", "/w/ws_1/keys?status=active", "/operator", "/operator/nodes", "/account"])(
    "is at %s",
    async (path) => {
      const response = await plain(path)
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
      expect(await response.text()).toContain('src="/assets/main-')
    },
  )

  test("tells the browser to run only its own scripts and to keep other sites away", async () => {
    const { headers } = await get("/w/ws_1")
    const policy = headers.get("content-security-policy") ?? ""
    for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]) {
      expect(policy.split("; ")).toContain(rule)
    }
    expect(policy).not.toContain("unsafe")
    expect(headers.get("referrer-policy")).toBe("same-origin")
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(headers.get("vary")).toContain("Accept")
    expect(headers.get("cache-control")).toBe("no-cache")
  })

  test("has no inline script or style, and nothing of another origin", async () => {
    const page = await (await plain("/")).text()
    expect(page).not.toMatch(/<style|style=|\son\w+=|<script>|<script(?![^>]*\ssrc=)|https?:\/\//)
  })

  test("is not sent again to a browser that has this version", async () => {
    const etag = (await get("/")).headers.get("etag") ?? ""
    const again = await get("/w/ws_1", { "If-None-Match": `"other", ${etag}` })
    expect([again.status, await again.text()]).toEqual([304, ""])
    expect(again.headers.get("etag")).toBe(etag)
    expect((await get("/", { "If-None-Match": '"other"' })).status).toBe(200)
  })

  test("sends a browser without a session to sign in, and back to where it wanted to go", async () => {
    const start = await get("/", { Cookie: "" })
    expect([start.status, start.headers.get("location")]).toEqual([303, "/sign-in"])
    expect(start.headers.get("cache-control")).toBe("no-store")
    const deep = await get("/w/ws_1/keys?status=active&q=a%20b", { Cookie: "theme=dark" })
    const next = encodeURIComponent("/w/ws_1/keys?status=active&q=a%20b")
    expect([deep.status, deep.headers.get("location")]).toEqual([303, `/sign-in?next=${next}`])
  })

  test("keeps path and query on the way to the public origin, and the Host header decides nothing", async () => {
    const moved = await get("/w/ws_1/keys?q=%2F%2Fevil", { Host: new URL(server.url).host })
    const location = `http://${host()}/w/ws_1/keys?q=%2F%2Fevil`
    expect([moved.status, moved.headers.get("location")]).toEqual([307, location])
    const foreign = await get("/w/ws_1", { Host: "evil.example" })
    expect([foreign.status, foreign.headers.get("location")]).toEqual([421, null])
    expect(await foreign.text()).not.toContain("evil.example")
  })

  test.each(["[", "a b", "x:99999", "localhost:99999"])(
    "a Host that no URL can have (%s) is just another one",
    async (Host) => {
      const raw = { method: "GET", target: "/w/ws_1", headers: [["Host", Host] as const, ["Accept", html] as const] }
      expect([400, 421]).toContain((await sendRaw(server, raw)).status)
    },
  )

  test("is for browsers: programs get JSON", async () => {
    const start = await get("/", { Accept: "*/*" })
    expect(await start.json()).toMatchObject({ data: { name: "keyward" } })
    const deep = await get("/w/ws_1", { Accept: "application/json" })
    expect([deep.status, deep.headers.get("content-type")]).toEqual([404, "application/json"])
  })

  test("sends assets that caches keep forever", async () => {
    const response = await plain(await assetIn())
    expect(response.status).toBe(200)
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8")
    expect(response.headers.get("vary")).toBe("Accept-Encoding")
  })

  test("sends page and assets as small as the client can read", async () => {
    for (const path of ["/", await assetIn()]) {
      const content = Buffer.from(await (await plain(path)).arrayBuffer())
      const small = await get(path, { "Accept-Encoding": "gzip, deflate, br, zstd" })
      expect(small.headers.get("content-encoding")).toBe("br")
      expect(brotliDecompressSync(await small.arrayBuffer())).toEqual(content)
      const older = await get(path, { "Accept-Encoding": "br;q=0, gzip" })
      expect(older.headers.get("content-encoding")).toBe("gzip")
      expect(gunzipSync(await older.arrayBuffer())).toEqual(content)
    }
  })

  test.each([
    "/assets/main-00000000.js",
    "/assets/",
    "/assets/index.html",
    "/assets/sign-in.html",
    "/assets/portal.html",
    "/assets/../package.json",
    "/assets/%2e%2e/x",
  ])("%s is a 404 that no cache keeps, and never the page", async (path) => {
    for (const Accept of ["*/*", html]) {
      const response = await get(path, { Accept })
      expect(response.status).toBe(404)
      expect(response.headers.get("cache-control")).toBe("no-store")
      expect(await response.text()).not.toContain("/assets/main-")
    }
  })

  test("answers HEAD with the same headers and no body", async () => {
    for (const path of ["/", "/w/ws_1", await assetIn()]) {
      const [head, whole] = [await get(path, {}, "HEAD"), await get(path)]
      expect([head.status, await head.text()]).toEqual([200, ""])
      for (const name of ["content-type", "content-length", "cache-control", "etag"]) {
        expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)])
      }
    }
  })

  test("allows no other method", async () => {
    for (const path of ["/", "/w/ws_1", await assetIn()]) expect((await get(path, {}, "POST")).status).toBe(405)
  })
})

describe("with KEYWARD_DASHBOARD=off", () => {
  const server = serveKeyward({ engine: "sqlite", environment: { KEYWARD_DASHBOARD: "off" } })
  const get = (path: string) => {
    const Host = new URL(server.url).host.replace("127.0.0.1", "localhost")
    return server.request(path, { headers: { Accept: html, Host }, redirect: "manual" })
  }

  test("GET / tells browsers too what this is", async () => {
    const { status, body } = await get("/")
    expect([status, body.data.name]).toEqual([200, "keyward"])
  })

  test.each([
    "/w/ws_1",
    "/operator",
    "/assets/main.js",
    "/sign-in",
    "/setup",
    "/invitation",
    "/reset",
    "/account",
    "/device",
  ])("there is no %s", async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test("no setup link is made, because its page is missing", async () => {
    const env = { ...settingOf(server.storage), KEYWARD_DASHBOARD: "off" }
    const { code, stdout, stderr } = await runHere(["setup-link"], { env })
    expect([code, stdout]).toEqual([1, ""])
    expect(stderr).toContain("KEYWARD_DASHBOARD=off removes the setup page")
  })

  test.each(["/reference", "/api-reference/errors-v2/service", "/nothing-here"])(
    "%s leads to no dashboard",
    async (path) => {
      const { text } = await get(path)
      expect(text).toContain('<nav class="sections"')
      expect(text).not.toContain('href="/"')
      expect(text).not.toContain("Dashboard</a>")
    },
  )

  test("no terminal can start to sign in, because the page to confirm it is missing", async () => {
    const refused = await server.call("deviceLogins.startLogin", { terminal: "t" }, program)
    expect(outcomeOf(refused)).toBe("412 application/precondition_failed")
    expect(refused.body.error.detail).toContain("KEYWARD_DASHBOARD is off")
  })

  test("the API and its reference stay", async () => {
    expect((await get("/reference")).status).toBe(200)
    expect((await server.call("apis.listApis", {})).status).toBe(200)
  })
})
