import { beforeAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { visitor } from "../dashboard/visit.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { originOf } from "../people/passkeys.ts"
import { tokenIn } from "../people/person.ts"
import { expectReadable, type Look } from "../services/accessibility.ts"
import { openBrowser } from "../services/browser.ts"
import { heading, press, refused, secretOn } from "./on-page.ts"
import { type PortalSeed, seedPortal } from "./page-seed.ts"

const browser = openBrowser()
const looks: readonly Look[] = [["dark", 320]]

describe("the page of the portal under attack", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const open = visitor(browser)
  let seed: PortalSeed
  beforeAll(async () => {
    seed = await seedPortal(server)
  })

  const openLink = async (options: object = {}): Promise<Page> => {
    const page = await open({}, refused)
    await page.goto(await seed.link(options))
    await heading(page, "API keys").waitFor()
    return page
  }

  test("keeps neither link nor secret in address, history, storage, referrer or document", async () => {
    const url = await seed.link()
    const page = await open({}, refused)
    const sent: string[] = []
    page.on("request", (request) => sent.push(`${request.url()} ${JSON.stringify(request.headers())}`))
    await page.goto(url)
    await press(page, "New key")
    await page.getByLabel("Name").fill("Secret")
    await press(page, "Create key")
    const secret = await secretOn(page)
    await press(page, "I have saved it")
    const kept = await page.evaluate(() =>
      JSON.stringify([
        location.href,
        history.state,
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
        document.referrer,
      ]),
    )
    const html = await page.content()
    for (const hidden of [tokenIn(url), secret]) {
      expect(kept).not.toContain(hidden)
      expect(html).not.toContain(hidden)
      expect(sent.join("\n")).not.toContain(hidden)
      expect(server.log.join("\n")).not.toContain(hidden)
    }
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2)
    // A reload goes on with the session of the tab, and without the secret.
    await page.reload()
    await heading(page, "Secret").waitFor()
    expect(await page.content()).not.toContain(secret)
    expect((await page.request.get(page.url())).headers()["referrer-policy"]).toBe("no-referrer")
  })

  test("a link that another browser has opened opens nothing, and the same browser goes on", async () => {
    const url = await seed.link()
    const owner = await open({}, refused)
    await owner.goto(url)
    await heading(owner, "Production").waitFor()
    const thief = await open({}, refused)
    await thief.goto(url)
    await heading(thief, "This link does not work").waitFor()
    await expectReadable(thief, undefined, looks)
    await owner.goto("about:blank")
    await owner.goto(url)
    await heading(owner, "Production").waitFor()
  })

  test("tabs of two customers never mix, and a session that has ended says so", async () => {
    await server.ok("keys.createKey", { apiId: seed.apiId, name: "Of Globex", externalId: "globex" })
    const first = await openLink()
    const second = await first.context().newPage()
    await second.goto(await seed.link({ externalId: "globex" }))
    await heading(second, "Of Globex").waitFor()
    await press(first, "New key")
    await first.getByLabel("Name").fill("Whose?")
    await press(first, "Create key")
    await heading(first, "Your session has ended").waitFor()
    await first.getByRole("link", { name: "Back to app.example.com" }).waitFor()
    await second.reload()
    await heading(second, "Of Globex").waitFor()
    expect(await second.getByRole("heading", { name: "Whose?" }).count()).toBe(0)
    await expectReadable(first, undefined, looks)
    await server.ok("portal.revokeSessions", { all: true })
    await press(second, "New key")
    await second.getByLabel("Name").fill("Late")
    await press(second, "Create key")
    await heading(second, "Your session has ended").waitFor()
  })

  test("markup in names and texts is text, and nothing but http addresses is a link", async () => {
    const markup = `<img src=x onerror="document.title='owned'">`
    await server.ok("keys.createKey", { apiId: seed.apiId, name: `${markup}\u202e`, externalId: "markup" })
    await server.ok("portal.updatePortal", { name: markup, texts: { en: { "keys.title": markup } } })
    const page = await open({}, refused)
    await page.goto(await seed.link({ externalId: "markup", customer: markup, actor: markup }))
    await page.getByRole("heading", { name: `${markup}\\u{202e}` }).waitFor()
    await page.getByRole("heading", { name: markup, level: 1 }).waitFor()
    expect(await page.locator("img").count()).toBe(0)
    expect(await page.title()).not.toBe("owned")
    await server.ok("portal.updatePortal", { name: "Northwind Payments", texts: null })
    const lookAlikes = [
      "javascript:alert(1)",
      "https://app.example.com.evil.test/",
      "https://app.example.com@evil.test/",
      "//evil.test",
      "data:text/html,x",
    ]
    for (const returnUrl of lookAlikes) {
      const { status } = await server.call("portal.createSession", { externalId: "acme", returnUrl })
      expect([returnUrl, status]).toEqual([returnUrl, 400])
    }
    const svg = `data:image/svg+xml;base64,${btoa("<svg xmlns='http://www.w3.org/2000/svg'/>")}`
    expect((await server.call("portal.updatePortal", { logo: svg })).status).toBe(400)
    const disguised = svg.replace("svg+xml", "png")
    expect((await server.call("portal.updatePortal", { logo: disguised })).status).toBe(400)
  })

  test("no other page can call it, whatever cookies the browser has", async () => {
    const page = await openLink()
    const [name] = (await page.context().cookies()).map((one) => one.name)
    expect(name).toContain("keyward-portal")
    const call = (headers: Record<string, string>) =>
      page.evaluate(async (sent) => {
        const response = await fetch("/v2/portal.getView", {
          method: "POST",
          headers: { "Content-Type": "application/json", ...sent },
          body: "{}",
        })
        return response.status
      }, headers)
    const sessionId = await page.evaluate(() => Object.values(sessionStorage)[0] as string)
    expect(await call({ "Keyward-Portal": sessionId })).toBe(200)
    // The cookie without the header, the header of another session, and the dashboard's ways.
    expect(await call({})).toBe(403)
    expect(await call({ "Keyward-Portal": "pts_1CAiZx1YPnJZtcPxTdBGPS" })).toBe(403)
    expect(await call({ "Keyward-Portal": sessionId, "Keyward-Workspace": server.workspaceId })).toBe(403)
    expect(await call({ "Keyward-Portal": sessionId, Authorization: `Bearer ${server.rootKey}` })).toBe(403)
    const other = Bun.serve({
      port: 0,
      fetch: () => new Response("<title>other</title>", { headers: { "Content-Type": "text/html" } }),
    })
    try {
      // A site of its own, which `127.0.0.1` is to `localhost`; the request is the one that no browser asks about first.
      const site = await page.context().newPage()
      await site.goto(`http://127.0.0.1:${other.port}/`)
      const target = `${originOf(server)}/v2/portal.endSession`
      await site.evaluate(
        (url) => fetch(url, { method: "POST", mode: "no-cors", credentials: "include", body: "{}" }),
        target,
      )
      await site.evaluate((url) => {
        const form = document.createElement("form")
        form.method = "POST"
        form.action = url
        document.body.append(form)
        form.submit()
      }, target)
      await site.waitForURL(target)
      // No Origin, or another, with cookie and header.
      const cookie = (await page.context().cookies()).map((one) => `${one.name}=${one.value}`).join("; ")
      const post = async (extra: Record<string, string>) => {
        const headers = { "Content-Type": "application/json", Cookie: cookie, "Keyward-Portal": sessionId, ...extra }
        return (await server.request("/v2/portal.getView", { method: "POST", headers, body: "{}" })).status
      }
      expect(await post({ Origin: originOf(server) })).toBe(200)
      expect(await post({})).toBe(403)
      expect(await post({ Origin: `http://127.0.0.1:${other.port}` })).toBe(403)
    } finally {
      other.stop(true)
    }
    expect(await call({ "Keyward-Portal": sessionId })).toBe(200)
  })
})
