import { beforeAll, describe, expect, test } from "bun:test"
import { operations } from "../../src/operations/index.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { tokenIn } from "../people/person.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { openPortal, stranger } from "./customer.ts"

/** docs/contract.md#314-the-browser-of-a-customer: which origin serves what, by KEYWARD_PORTAL_URL. */

const portalOrigin = "https://keys.example"
const publicUrl = "https://keyward.example"
const nowhere = "404 application/route_not_found"
const notAllowed = "403 authorization/origin_not_allowed"
const configuration = { enabled: true }

describe("KEYWARD_PORTAL_URL with an origin of its own", () => {
  const server = serveKeyward({
    engine: "sqlite",
    environment: { KEYWARD_PUBLIC_URL: publicUrl, KEYWARD_PORTAL_URL: portalOrigin },
  })
  const host = "keys.example"
  const at = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    server.request(path, { headers: { Accept: "text/html", ...headers } })
  beforeAll(async () => {
    await server.ok("portal.updatePortal", configuration)
  })

  test("has the operations of the portal there, and no others", async () => {
    const headers = { Authorization: `Bearer ${server.operatorKey}`, "Content-Type": "application/json" }
    const existsAt = async (path: string, spelling: string) => {
      const sent = { method: "POST", headers: { ...headers, Host: spelling }, body: '{"nonsense":true}' }
      return outcomeOf(await server.request(path, sent)) !== nowhere
    }
    for (const spelling of [host, host.toUpperCase()]) {
      const found: string[] = []
      for (const { name } of operations) if (await existsAt(`/v2/${name}`, spelling)) found.push(name)
      expect(found).toEqual(operations.filter(({ isOfPortal }) => isOfPortal).map(({ name }) => name))
    }
  })

  test("serves the page and its files there, and no other page", async () => {
    const page = await at(`/portal/${server.workspaceId}`, { Host: host })
    expect(page.status).toBe(200)
    const assets = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path)
    expect(assets.length).toBeGreaterThanOrEqual(2)
    for (const path of assets) expect([path, (await at(path, { Host: host })).status]).toEqual([path, 200])
    const others = [
      "/",
      "/sign-in",
      "/account",
      "/device",
      "/setup",
      "/docs",
      "/docs/tutorial",
      "/reference",
      "/errors",
    ]
    const machines = ["/openapi.json", "/livez", "/readyz", "/metrics", "/favicon.svg", "/forward-auth", "/search"]
    for (const path of [...others, ...machines, `/w/${server.workspaceId}/keys`, "/v2/events.streamEvents"]) {
      expect([path, (await at(path, { Host: host })).status]).toEqual([path, 404])
    }
  })

  test("has the page nowhere else", async () => {
    for (const elsewhere of ["keyward.example", "keys.example.evil.example", "keys.example:8443", "localhost"]) {
      const { status, headers } = await at(`/portal/${server.workspaceId}`, { Host: elsewhere })
      expect([elsewhere, status, headers.get("location")]).toEqual([elsewhere, 404, null])
    }
  })

  test("sends the page with the origins that may embed it, and the same page for every id", async () => {
    const page = async (workspaceId: string) => {
      const { text, headers } = await at(`/portal/${workspaceId}`, { Host: host })
      const policy = headers.get("content-security-policy") ?? ""
      expect(headers.get("referrer-policy")).toBe("no-referrer")
      expect(headers.get("cache-control")).toBe("no-store")
      return { text, ancestors: /frame-ancestors ([^;]*)$/.exec(policy)?.[1] }
    }
    const unknown = await page("ws_1CeGXWUoiGrkJ5v2n3YvQb")
    expect(unknown.ancestors).toBe("'none'")
    expect(await page("nonsense")).toEqual(unknown)
    expect(await page(server.workspaceId)).toEqual(unknown)
    await server.ok("portal.updatePortal", { frameAncestors: ["https://shop.example", "https://app.example:8443"] })
    const own = await page(server.workspaceId)
    expect(own).toEqual({ text: unknown.text, ancestors: "https://shop.example https://app.example:8443" })
    const { workspaceId: other } = await server.createWorkspace("Other")
    expect(await page(other)).toEqual(unknown)
    await server.ok("portal.updatePortal", { frameAncestors: null })
    expect(await page(server.workspaceId)).toEqual(unknown)
  })

  test.each(["frameAncestors", "returnOrigins"])("takes in %s nothing but origins", async (field) => {
    for (const origin of [
      "https://shop.example/",
      "https://shop.example/path",
      "https://*.example",
      "*",
      "null",
      "'self'",
      "http://shop.example",
      "https://me@shop.example",
      // These would end the directive, or the header.
      "https://shop.example;sandbox",
      "https://shop.example,https://evil.example",
      "https://shop.example'",
      "https://shop.example https://evil.example",
    ]) {
      const reply = await server.call("portal.updatePortal", { [field]: [origin] })
      expect([origin, outcomeOf(reply)]).toEqual([origin, "400 application/invalid_input"])
    }
  })

  test("answers the page of that origin alone, with a cookie for that host alone", async () => {
    const link = async () => tokenIn((await server.ok("portal.createSession", { externalId: "user_42" })).url)
    const open = (Origin: string, body: object) =>
      server.call("portal.openSession", body, { ...stranger, headers: { Origin } })
    const token = await link()
    for (const origin of [publicUrl, "https://keys.example.evil.example", "http://keys.example", "null"]) {
      expect(outcomeOf(await open(origin, { token }))).toBe(notAllowed)
    }
    const own = await open(portalOrigin, { token })
    expect(own.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-keyward-portal=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ])
    const embedded = await open(portalOrigin, { token: await link(), embedded: true })
    expect(embedded.headers.getSetCookie()).toEqual([
      expect.stringMatching(/; Path=\/; HttpOnly; SameSite=None; Secure; Partitioned$/),
    ])
  })
})

describe("without KEYWARD_PORTAL_URL", () => {
  const server = serveKeyward({ engine: "sqlite" })

  test("no site can embed the portal: 412, and nothing has changed", async () => {
    await server.ok("portal.updatePortal", configuration)
    const before = await server.ok("portal.getPortal")
    const reply = await server.call("portal.updatePortal", { name: "Other", frameAncestors: ["https://shop.example"] })
    expect(outcomeOf(reply)).toBe("412 application/precondition_failed")
    expect(reply.body.error.detail).toContain("KEYWARD_PORTAL_URL")
    expect(await server.ok("portal.getPortal")).toEqual(before)
    const page = await server.request(`/portal/${server.workspaceId}`, { headers: { Host: new URL(before.url).host } })
    expect([page.status, page.headers.get("content-security-policy")]).toEqual([
      200,
      expect.stringContaining("frame-ancestors 'none'"),
    ])
  })

  test("the public origin serves everything beside the portal", async () => {
    const { host } = new URL((await server.ok("portal.getPortal")).url)
    for (const path of ["/docs", "/openapi.json", "/readyz"]) {
      expect([path, (await server.request(path, { headers: { Host: host } })).status]).toEqual([path, 200])
    }
  })
})

describe("KEYWARD_PORTAL_URL=off", () => {
  const server = serveKeyward({ engine: "sqlite" })
  // While there was a portal, somebody has opened it.
  const settings = { KEYWARD_PORTAL_URL: "off" }

  test("there is no page, no link and no session, and the configuration waits", async () => {
    await server.ok("portal.updatePortal", configuration)
    const customer = await openPortal(server, server.rootKey, { externalId: "user_42" })
    const { url } = await server.ok("portal.createSession", { externalId: "user_42" })
    await server.restart(settings)
    expect((await server.request(`/portal/${server.workspaceId}`)).status).toBe(404)
    const refused = await server.call("portal.createSession", { externalId: "user_42" })
    expect(outcomeOf(refused)).toBe("412 application/precondition_failed")
    expect(refused.body.error.detail).toContain("KEYWARD_PORTAL_URL is `off`")
    const { url: _absent, ...portal } = await server.ok("portal.getPortal")
    expect([_absent, portal.enabled]).toEqual([undefined, true])
    for (const Origin of [`http://localhost:${new URL(server.url).port}`, "undefined", "null", ""]) {
      const headers = { Origin }
      expect(outcomeOf(await customer.call("portal.listKeys", {}, headers))).toBe(notAllowed)
      const opened = await server.call("portal.openSession", { token: tokenIn(url) }, { ...stranger, headers })
      expect(outcomeOf(opened)).toBe(notAllowed)
    }
    const withoutOrigin = { key: null, headers: { "Keyward-Portal": customer.sessionId, Cookie: customer.cookie } }
    expect(outcomeOf(await server.call("portal.listKeys", {}, withoutOrigin))).toBe(notAllowed)
    expect((await server.ok("apis.listApis", {})).length).toBe(0)
  })
})
