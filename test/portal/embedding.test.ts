import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { Frame, Page } from "playwright-core"
import type { TestServer } from "../harness/harness.ts"
import { until } from "../harness/until.ts"
import { openBrowser } from "../services/browser.ts"
import type { TlsSite } from "../services/tls-site.ts"
import { type EmbeddingSites, startEmbeddingSites } from "./embedding-sites.ts"

const browser = openBrowser()

describe("the portal in a page of another site", () => {
  let sites: EmbeddingSites
  let server: TestServer
  let portal: TlsSite
  let shop: TlsSite
  let links: readonly string[]
  beforeAll(async () => {
    sites = await startEmbeddingSites()
    ;({ server, portal, shop, links } = sites)
  })
  afterAll(() => sites.stop())

  const openShop = async (address = shop.origin, script = ""): Promise<Page> => {
    const context = await browser().newContext({ ignoreHTTPSErrors: true })
    const page = await context.newPage()
    if (script !== "") await page.addInitScript(script)
    await page.goto(address)
    return page
  }
  const frameIn = async (page: Page): Promise<Frame> => {
    const element = await page.locator("iframe").elementHandle()
    const frame = await element?.contentFrame()
    if (!frame) throw new Error("The page has no frame.")
    return frame
  }
  const inFrame = (page: Page) => page.frameLocator("iframe")

  test("works with a cookie of its own, tells its height, and obeys no message", async () => {
    const page = await openShop()
    const heading = (name: string) => inFrame(page).getByRole("heading", { name, exact: true })
    await heading("Production").waitFor()
    await inFrame(page).getByRole("button", { name: "New key" }).click()
    await inFrame(page).getByLabel("Name").fill("From the shop")
    await inFrame(page).getByRole("button", { name: "Create key" }).click()
    await heading("Save your key now").waitFor()
    await inFrame(page).getByRole("button", { name: "I have saved it" }).click()
    const cookies = await page.context().cookies()
    expect(cookies).toMatchObject([{ name: "__Host-keyward-portal", httpOnly: true, secure: true, sameSite: "None" }])
    expect(cookies[0]).toHaveProperty("partitionKey")
    // As high as its content, so that only the page around it scrolls.
    const frame = await frameIn(page)
    await until(async () => {
      const content = await frame.evaluate(() => document.documentElement.scrollHeight)
      return Math.abs(content - (await page.locator("iframe").evaluate((one) => one.clientHeight))) <= 1
    })
    // Other texts say how long ago something was.
    const shown = () => inFrame(page).locator("h1, h2, button").allTextContents()
    const before = await shown()
    await page.evaluate(() => {
      const target = document.querySelector("iframe")?.contentWindow
      const messages = [
        { keyward: "closed" },
        { keyward: "expired" },
        { keyward: "height", height: 1 },
        { token: "x", keyId: "x" },
        "revoke",
      ]
      for (const message of messages) target?.postMessage(message, "*")
    })
    await heading("Production").waitFor()
    expect(await shown()).toEqual(before)
    // Only these words leave it, and no secret.
    const heard: unknown[] = await page.evaluate(() => Reflect.get(globalThis, "heard"))
    expect(new Set(heard.map((one) => Reflect.get(Object(one), "keyward")))).toEqual(new Set(["height"]))
  })

  test("the page around it believes its own frame alone", async () => {
    const page = await openShop()
    await inFrame(page).getByRole("heading", { name: "Production" }).waitFor()
    const before = links.length
    const height = await page.locator("iframe").evaluate((one) => one.style.height)
    await page.evaluate(async () => {
      const now = performance.now.bind(performance)
      performance.now = () => now() + 60_000
      const messages = [{ keyward: "height", height: 1 }, { keyward: "expired" }, { keyward: "closed" }]
      const heardNow = () => Reflect.get(globalThis, "heard").length
      const expected = heardNow() + 2 * messages.length
      for (const message of messages) postMessage(message, "*")
      const other = document.createElement("iframe")
      other.setAttribute("sandbox", "allow-scripts")
      const script = `for (const one of ${JSON.stringify(messages)}) parent.postMessage(one, "*")`
      other.srcdoc = `<script>${script}</script>`
      document.body.append(other)
      while (heardNow() < expected) await new Promise((resolve) => setTimeout(resolve, 5))
      other.remove()
    })
    expect(await page.locator("iframe").evaluate((one) => one.style.height)).toBe(height)
    expect(links.length).toBe(before)
  })

  test("asks for a new link when the session has ended, and goes when the customer ends it", async () => {
    const page = await openShop()
    await inFrame(page).getByRole("heading", { name: "Production" }).waitFor()
    const before = links.length
    // As if the link were older than the shortest time between two.
    await page.evaluate(() => {
      const now = performance.now.bind(performance)
      performance.now = () => now() + 60_000
    })
    await server.ok("portal.revokeSessions", { all: true })
    await inFrame(page).getByRole("tab", { name: "Usage" }).click()
    await until(() => links.length === before + 1)
    await inFrame(page).getByRole("heading", { name: "Production" }).waitFor()
    await inFrame(page).getByRole("button", { name: "End session" }).click()
    await page.locator("iframe").waitFor({ state: "detached" })
    expect(links.length).toBe(before + 1)
  })

  test("without cookies in a frame, the same link opens in a tab", async () => {
    const blocked = `Object.defineProperty(Document.prototype, "cookie", { get: () => "", set() {} })`
    const page = await openShop(shop.origin, blocked)
    await inFrame(page).getByRole("heading", { name: "Open this page in a tab" }).waitFor()
    const opened = page.context().waitForEvent("page")
    await inFrame(page).getByRole("link", { name: "Open in a new tab" }).click()
    const tab = await opened
    await tab.getByRole("heading", { name: "Production" }).waitFor()
    expect(await tab.evaluate(() => [location.hash, document.referrer, String(opener)])).toEqual(["", "", "null"])
  })

  test("no other site can show it", async () => {
    const page = await openShop(shop.origin.replace("shop.", "evil."))
    const refusal = await page.waitForEvent("console", {
      predicate: (message) => /frame-ancestors/.test(message.text()),
    })
    expect(refusal.type()).toBe("error")
    const frame = await frameIn(page)
    expect(frame.url()).not.toContain(portal.origin)
  })

  test("its origin serves the portal only, and the portal is nowhere else", async () => {
    const { host } = new URL(portal.origin)
    const at = async (path: string, own: boolean) =>
      (await server.request(path, { headers: own ? { Host: host, Accept: "text/html" } : { Accept: "text/html" } }))
        .status
    expect(await at(`/portal/${server.workspaceId}`, true)).toBe(200)
    for (const path of ["/", "/sign-in", "/docs", "/reference", "/openapi.json"])
      expect([path, await at(path, true)]).toEqual([path, 404])
    expect(await at(`/portal/${server.workspaceId}`, false)).toBe(404)
  })
})
