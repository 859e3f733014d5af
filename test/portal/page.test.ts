import { beforeAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { visitor } from "../dashboard/visit.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { expectReadable, type Look } from "../services/accessibility.ts"
import { openBrowser } from "../services/browser.ts"
import { heading, press, refused, secretOn } from "./on-page.ts"
import { type PortalSeed, seedPortal } from "./page-seed.ts"

const browser = openBrowser()
const looks: readonly Look[] = [
  ["light", 1440],
  ["dark", 320],
]
const narrow = looks.slice(1)
describe("the page of the portal", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const open = visitor(browser)
  let seed: PortalSeed
  beforeAll(async () => {
    // No shade of this accent can be text on white.
    seed = await seedPortal(server, { accent: "#ffe94d" })
  })

  const openLink = async (options: object = {}, expected = refused): Promise<Page> => {
    const page = await open({}, expected)
    await page.goto(await seed.link(options))
    await heading(page, "API keys").waitFor()
    return page
  }
  const keyCard = (page: Page, name: string) => page.getByRole("listitem").filter({ has: heading(page, name) })

  test("creates, rotates and revokes a key, and every screen on the way is readable", async () => {
    const page = await openLink()
    await heading(page, "Production").waitFor()
    await page.getByText("3 of 20").waitFor()
    await expectReadable(page, undefined, looks)
    await press(page, "New key")
    await page.getByLabel("Name").fill("Batch")
    await expectReadable(page, undefined, narrow)
    await press(page, "Create key")
    await heading(page, "Save your key now").waitFor()
    await expectReadable(page, undefined, narrow)
    const first = await secretOn(page)
    await page.getByText("4 of 20").waitFor()
    await press(page, "I have saved it")
    expect(await server.ok("keys.verifyKey", { key: first })).toMatchObject({ valid: true })

    await press(page, "Rotate: Batch")
    await expectReadable(page, undefined, narrow)
    await press(page, "Rotate key")
    await heading(page, "Save your key now").waitFor()
    const second = await secretOn(page)
    await press(page, "I have saved it")
    await keyCard(page, "Batch").getByText("It has not been used since.").waitFor()
    expect(await server.ok("keys.verifyKey", { key: second })).toMatchObject({ valid: true })
    await press(page, "End it now")
    await press(page, "End the old secret")
    await page.getByText("The old secret no longer works.").waitFor()
    expect(await server.ok("keys.verifyKey", { key: first })).toMatchObject({ valid: false })

    await press(page, "Revoke: Batch")
    await heading(page, "Revoke “Batch”?").waitFor()
    await expectReadable(page, undefined, narrow)
    await press(page, "Revoke key")
    await page.getByText("“Batch” is revoked.").waitFor()
    await page.getByText("3 of 20").waitFor()
    expect(await server.ok("keys.verifyKey", { key: second })).toMatchObject({ valid: false })

    await page.getByRole("tab", { name: "Usage" }).click()
    await page.locator("svg rect[fill='var(--valid)']").first().waitFor()
    await page.getByText("of 1,000 used").waitFor()
    await expectReadable(page, undefined, looks)
    await page.getByRole("tab", { name: "Refused calls" }).click()
    await heading(page, "Permission missing").waitFor()
    await expectReadable(page, undefined, narrow)
    await press(page, "End session")
    await heading(page, "You have ended the session").waitFor()
    await expectReadable(page, undefined, narrow)
  })

  test("is usable with the keyboard alone", async () => {
    const page = await openLink()
    await heading(page, "Production").waitFor()
    const reach = async (name: string) => {
      for (let step = 0; step < 60; step += 1) {
        await page.keyboard.press("Tab")
        const label = await page.evaluate(() => {
          const { activeElement } = document
          return activeElement?.getAttribute("aria-label") ?? activeElement?.textContent
        })
        if (label === name) return
      }
      throw new Error(`Tab does not reach ${name}.`)
    }
    await reach("New key")
    await page.keyboard.press("Enter")
    await page.keyboard.type("Typed")
    await page.keyboard.press("Enter")
    await heading(page, "Save your key now").waitFor()
    await reach("I have saved it")
    await page.keyboard.press("Enter")
    await reach("Revoke: Typed")
    await page.keyboard.press("Enter")
    // Enter alone revokes nothing.
    await page.waitForFunction(() => document.activeElement?.textContent === "Cancel")
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Enter")
    await page.getByText("“Typed” is revoked.").waitFor()
  })

  test("says the plan only to whom it was opened, and shows nothing of actions that are missing", async () => {
    const page = await openLink({ actions: [] })
    await heading(page, "Production").waitFor()
    expect(await page.getByRole("button").allTextContents()).toEqual(["End session"])
    expect(await page.getByRole("tab").count()).toBe(0)
    const text = await page.locator("body").textContent()
    for (const trace of ["New key", "Usage", "Refused", "Rotate", "Revoke", "Edit", "Growth"])
      expect(text).not.toContain(trace)
  })

  test("an empty portal says what keys are for", async () => {
    await server.ok("identities.createIdentity", { externalId: "newcomer" })
    const page = await openLink({ externalId: "newcomer", page: "create" })
    await heading(page, "New key").waitFor()
    await press(page, "Cancel")
    await page.getByText("No API key yet").waitFor()
    await expectReadable(page, undefined, looks)
  })

  test("loads at most 110 KiB of gzipped JavaScript, and the chart later", async () => {
    const page = await open({}, refused)
    const scripts = new Set<string>()
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.add(new URL(request.url()).pathname)
    })
    await page.goto(await seed.link())
    await heading(page, "Production").waitFor()
    await page.waitForLoadState("networkidle")
    const sizes = await Promise.all([...scripts].map(gzippedBytesOf))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    console.log(`The portal loads ${(bytes / 1024).toFixed(1)} KiB of gzipped JavaScript in ${scripts.size} files.`)
    expect([...scripts].some((path) => /\/portal-\w+\.js$/.test(path))).toBe(true)
    expect(bytes).toBeLessThanOrEqual(110 * 1024)
    const first = scripts.size
    await page.getByRole("tab", { name: "Usage" }).click()
    await page.locator("svg line").first().waitFor({ state: "attached" })
    expect(scripts.size).toBeGreaterThan(first)
  })

  test("opens the link and asks for the keys while the rest of the page is loading, each once", async () => {
    const page = await open({}, refused)
    const responses: string[] = []
    const { promise: hasKeys, resolve } = Promise.withResolvers<void>()
    page.on("response", (response) => {
      const operation = /\/v2\/(.+)$/.exec(response.url())?.[1]
      if (operation) responses.push(operation)
      if (operation === "portal.listKeys") resolve()
    })
    await page.route(/\/assets\/portal-\w+\.js$/, async (route) => {
      await hasKeys
      await route.continue()
    })
    await page.goto(await seed.link())
    await heading(page, "Production").waitFor()
    await page.waitForLoadState("networkidle")
    expect(responses).toEqual(["portal.openSession", "portal.listKeys"])
  })

  async function gzippedBytesOf(path: string): Promise<number> {
    const response = await fetch(`${server.url}${path}`, { decompress: false, headers: { "Accept-Encoding": "gzip" } })
    expect([path, response.status]).toEqual([path, 200])
    return (await response.arrayBuffer()).byteLength
  }
})
