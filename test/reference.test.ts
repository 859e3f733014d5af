import { afterEach, beforeEach, describe, expect, test } from "bun:test"
import type { BrowserContext, Page } from "playwright-core"
import { operations } from "../src/operations/index.ts"
import { serveKeyward } from "./serve-keyward.ts"
import { openBrowser } from "./services/browser.ts"

describe("GET /reference, in a browser", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const browser = openBrowser()
  let context: BrowserContext
  let page: Page
  /** Errors, and requests to other origins. */
  let troubles: string[]

  beforeEach(async () => {
    troubles = []
    await open({ width: 1280, height: 900 })
  })
  afterEach(async () => {
    await context.close()
    expect(troubles).toEqual([])
  })

  async function open(viewport: { width: number; height: number }): Promise<void> {
    context = await browser().newContext({ viewport })
    page = await context.newPage()
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") troubles.push(message.text())
    })
    page.on("pageerror", (error) => troubles.push(error.message))
    page.on("request", (request) => {
      const url = request.url()
      if (!url.startsWith(`${server.url}/`) && !url.startsWith("data:")) troubles.push(`asked for ${url}`)
    })
    await page.goto(`${server.url}/reference`)
  }

  /** Operations that are visible now. */
  const shown = () =>
    page
      .locator("details.operation:not(.schema)")
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.id))
  const entry = (name: string) => page.locator(`[id="${name}"]`)

  test("shows every operation", async () => {
    const all = await shown()
    for (const { name } of operations) expect(all).toContain(name)
    expect(await page.title()).toBe("Keyward reference")
  })

  test("filters by words, says how many are left, and comes back", async () => {
    const all = (await shown()).length
    await page.locator("[data-filter]").fill("v2/workspaces. CREATE")
    expect(await shown()).toEqual(["workspaces.createWorkspace"])
    expect(await page.locator("[data-count]").textContent()).toBe(`1 of ${all} operations.`)
    await page.locator("[data-filter]").fill("there is no such thing")
    expect(await shown()).toEqual([])
    expect(await page.locator(".resource:visible").count()).toBe(0)
    expect(await page.locator("[data-no-match]").isVisible()).toBe(true)
    await page.locator("[data-filter]").fill("")
    expect((await shown()).length).toBe(all)
    expect(await page.locator(".resource:not(:visible)").count()).toBe(0)
  })

  test("opens what the address names, and names what is opened", async () => {
    await page.goto(`${server.url}/reference#workspaces.getWorkspace`)
    expect(await entry("workspaces.getWorkspace").getAttribute("open")).not.toBeNull()
    await entry("workspaces.updateWorkspace").locator("summary").first().click()
    expect(new URL(page.url()).hash).toBe("#workspaces.updateWorkspace")
  })

  test("runs a real call, and keeps the key in the tab and out of the address", async () => {
    await page.locator("[data-key]").fill(server.operatorKey)
    await entry("workspaces.createWorkspace").locator("summary").first().click()
    const form = entry("workspaces.createWorkspace").locator("form")
    await form.locator("[data-body]").fill('{"name": "Made in a browser"}')
    await form.getByRole("button", { name: "Send" }).click()
    await form.locator("pre").first().waitFor()
    expect(await form.locator("[data-answer]").textContent()).toMatch(/^200 OK \d+ ms$/)
    const { data } = JSON.parse((await form.locator("pre").first().textContent()) ?? "")
    const workspace = await server.ok(
      "workspaces.getWorkspace",
      { workspaceId: data.workspaceId },
      { key: server.operatorKey },
    )
    expect(workspace.name).toBe("Made in a browser")

    expect(page.url()).not.toContain(server.operatorKey)
    const session = await page.evaluate(() => Object.values({ ...sessionStorage }).join())
    const elsewhere = await page.evaluate(() => JSON.stringify({ ...localStorage }) + document.cookie)
    expect([session, elsewhere]).toEqual([server.operatorKey, "{}"])
    await page.reload()
    expect(await page.locator("[data-key]").inputValue()).toBe(server.operatorKey)
    await page.locator("[data-key]").fill("")
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    expect(server.log.join("")).not.toContain(server.operatorKey)
  })

  test("starts with a body that the operation accepts", async () => {
    for (const { name, input } of operations) {
      const body = await entry(name).locator("[data-body]").inputValue()
      expect(input.safeParse(JSON.parse(body)).error?.message, name).toBeUndefined()
    }
  })

  test("shows a refusal as it came", async () => {
    await entry("workspaces.getWorkspace").locator("summary").first().click()
    const form = entry("workspaces.getWorkspace").locator("form")
    await form.getByRole("button", { name: "Send" }).click()
    await form.locator("pre").first().waitFor()
    expect(await form.locator("[data-answer]").textContent()).toStartWith("401 Unauthorized")
    expect(await form.locator("pre").first().textContent()).toContain("/authentication/missing")
    // Chromium logs a failed request in the console.
    expect(troubles.splice(0).every((trouble) => trouble.includes("401"))).toBe(true)
  })

  test("fits a phone, closed and open, without sideways scrolling", async () => {
    await context.close()
    await open({ width: 360, height: 740 })
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await width()).toBe(360)
    await page.locator("details").evaluateAll((all) => {
      for (const one of all) one.setAttribute("open", "")
    })
    expect(await width()).toBe(360)
    await page.goto(`${server.url}/api-reference/errors-v2/service/application/permissions_query_syntax_error`)
    expect(await width()).toBe(360)
  })
})
