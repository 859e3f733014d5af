import { beforeAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { openBrowser } from "../services/browser.ts"
import { leaveStreamToOthers, ownersPages } from "./visit.ts"

const browser = openBrowser()

describe("the first visit", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const { pageAt } = ownersPages(browser, server)

  beforeAll(async () => {
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
    const { key } = await server.ok("keys.createKey", { apiId, name: "Production", externalId: "acme" })
    await server.ok("keys.verifyKey", { key })
    await server.ok("keys.verifyKey", { key, permissions: "reports.delete" })
  })

  test("is at most 25 requests and 170 KiB of compressed JavaScript", async () => {
    const page = await pageAt("/no-such-page")
    await page.getByText("There is no page here").waitFor()
    const { requests } = await visitOf(page, async (fresh) => {
      await fresh.goto(page.url().replace("/no-such-page", ""))
      await fresh.getByText("1 refused").first().waitFor()
      await fresh.getByText("created the key").first().waitFor()
      await fresh.waitForLoadState("networkidle")
    })
    const scripts = requests.filter(({ url }) => url.endsWith(".js"))
    const kib = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024
    console.log(`The first visit is ${requests.length} requests with ${kib.toFixed(1)} KiB of JavaScript.`)
    expect(scripts.length).toBeGreaterThan(2)
    expect(kib).toBeGreaterThan(100)
    expect(kib).toBeLessThanOrEqual(170)
    expect(requests.length).toBeLessThanOrEqual(25)
  })

  test("loads the code of a page when the pointer is on its link, so that a click loads none", async () => {
    const page = await pageAt("")
    const home = page.url()
    const link = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Settings", exact: true })
    const loaded = scriptsOf(page)
    await leaveStreamToOthers(page)
    // On a busy machine, a click may come before the page has loaded.
    do {
      await page.goto(home)
      await link.waitFor()
      await page.mouse.move(0, 0)
      await link.hover()
      await page.waitForLoadState("networkidle")
      loaded.clear()
      await link.click()
      await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor()
    } while (loaded.size > 0)
  })

  test("loses no key that is pressed before the search has loaded", async () => {
    const page = await pageAt("")
    await page.getByRole("heading", { name: "Overview" }).waitFor()
    await page.waitForLoadState("networkidle")
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route("**/assets/*.js", async (route) => {
      await released
      await route.continue()
    })
    await page.keyboard.press("Control+k")
    await page.getByRole("textbox", { name: "Search or jump to" }).waitFor({ state: "attached" })
    await page.keyboard.type("paym")
    release()
    await page.getByRole("combobox", { name: "Search or jump to" }).waitFor()
    expect(await page.getByRole("combobox", { name: "Search or jump to" }).inputValue()).toBe("paym")
    await page.getByRole("option", { name: /Payments/ }).waitFor()
  })
})

interface Sent {
  readonly url: string
  /** Of the response, as it came over the network. */
  bytes: number
}

/** What a browser without a cache sends, signed in as on another page. */
async function visitOf(signedIn: Page, visit: (fresh: Page) => Promise<void>) {
  const context = await browser().newContext({ storageState: await signedIn.context().storageState() })
  const fresh = await context.newPage()
  const network = await context.newCDPSession(fresh)
  const requests = new Map<string, Sent>()
  const calls = new Set<string>()
  network.on("Network.requestWillBeSent", ({ requestId, request }) => {
    const call = `${request.url} ${request.postData ?? ""}`
    // On a slow machine, the chart is read again before the rest of the page is there.
    if (!calls.has(call)) requests.set(requestId, { url: request.url, bytes: 0 })
    calls.add(call)
  })
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const sent = requests.get(requestId)
    if (sent) sent.bytes = encodedDataLength
  })
  await network.send("Network.enable")
  await visit(fresh)
  await context.close()
  return { requests: [...requests.values()] }
}

function scriptsOf(page: Page): Set<string> {
  const scripts = new Set<string>()
  page.on("request", (request) => {
    if (request.url().endsWith(".js")) scripts.add(request.url())
  })
  return scripts
}
