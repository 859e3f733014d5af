import { beforeAll, describe, expect, test } from "bun:test"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { openBrowser } from "../services/browser.ts"
import { ownersPages } from "./visit.ts"

const browser = openBrowser()

/** Turns the direction of the text after it. */
const turn = "\u202e"

describe("the dashboard", () => {
  const server = serveKeyward({ engine: "sqlite" })
  let apiId: string
  let keyId: string

  beforeAll(async () => {
    apiId = (await server.ok("apis.createApi", { name: `Api${turn}ipa` })).apiId
    const created = await server.ok("keys.createKey", {
      ...{ apiId, name: `Key${turn}yek`, externalId: `customer${turn}remotsuc`, meta: { note: `a${turn}b` } },
      ratelimits: [{ name: `limit${turn}timil`, limit: 10, duration: 60_000, autoApply: true }],
      credits: { remaining: 1, refill: { interval: "daily", amount: 1_000 } },
      expires: Date.now() + 86_400_000,
    })
    keyId = created.keyId
    await server.ok("keys.verifyKey", { key: created.key, tags: [`tag=${turn}gat`] })
  })

  const { addressOf, pageAt } = ownersPages(browser, server)

  const shows = [
    [() => "", "No credits"],
    [() => "/keys", "Key"],
    [() => `/keys/${keyId}`, "Latest verifications"],
    [() => `/keys/${keyId}?tab=limits`, "Changes of the balance"],
    [() => `/keys/${keyId}?tab=events`, "created the key"],
    [() => `/apis/${apiId}`, "Top keys"],
    [() => "/customers", "customer"],
    [() => "/verifications", "VALID"],
    [() => "/events", "created the key"],
  ] as const

  test("shows characters that turn the direction of text as what they are, on every page", async () => {
    const page = await pageAt("")
    for (const [path, text] of shows) {
      await page.goto(addressOf(path()))
      await page.getByRole("main").getByText(text).filter({ visible: true }).first().waitFor()
      await page.getByText("\\u{202e}").filter({ visible: true }).first().waitFor()
      // A field for editing holds the text as it is, in its value.
      const texts = await page.evaluate(() => [
        document.title,
        document.body.textContent ?? "",
        ...[...document.querySelectorAll("[aria-label], [title]")].flatMap((one) => [
          one.getAttribute("aria-label") ?? "",
          one.getAttribute("title") ?? "",
        ]),
      ])
      expect(texts.filter((one) => one.includes(turn))).toEqual([])
    }
  })

  test("keeps the actions of a key in view where its table is wider than the page", async () => {
    const page = await pageAt("/keys", { viewport: { width: 900, height: 700 } })
    const menu = page.getByRole("button", { name: "Actions for" })
    await menu.waitFor()
    const box = await menu.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(900)
    await menu.click()
    await page.getByRole("menuitem", { name: "Disable" }).waitFor()
  })

  test("shows whole rows at a zoom of 200 %, and the focus never leaves the view", async () => {
    const page = await pageAt("/keys", { viewport: { width: 720, height: 450 } })
    for (const [path, text] of [
      ["/keys", "No credits"] as const,
      ["/usage", "1 key"] as const,
      ["/verifications", "VALID"] as const,
    ]) {
      await page.goto(addressOf(path))
      await page.getByRole("main").getByText(text).filter({ visible: true }).first().waitFor()
      const cut = await page.evaluate(
        () =>
          [...document.querySelectorAll("main td, main table")].filter(
            (one) => one.getBoundingClientRect().right > innerWidth,
          ).length,
      )
      expect(cut).toBe(0)
      await page.getByRole("main").focus()
      for (let step = 0; step < 12; step += 1) {
        await page.keyboard.press("Tab")
        const isSeen = await page.evaluate(() => {
          const { left, right, top, bottom } = document.activeElement?.getBoundingClientRect() ?? new DOMRect()
          const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
          return there !== null && document.activeElement?.contains(there) === true
        })
        expect(isSeen).toBe(true)
      }
    }
  })

  test("says whose times a chart shows, and marks what changed", async () => {
    const page = await pageAt(`/keys/${keyId}`, { timezoneId: "Asia/Kolkata" })
    await page.getByText("Local time (GMT+5:30)").waitFor()
    await page.getByRole("group", { name: "Verifications over time by outcome" }).focus()
    await page.keyboard.press("ArrowLeft")
    await page.getByText("created the key Key\\u{202e}yek").waitFor()
    await page.getByRole("button", { name: "30d" }).click()
    await page.getByText("Days in UTC").waitFor()
    await page.getByRole("button", { name: "As table" }).click()
    await page.getByRole("columnheader", { name: "Changes" }).waitFor()
  })

  test("keeps the rail around an address that has no page", async () => {
    const page = await pageAt("/no-such-page")
    await page.getByText("There is no page here").waitFor()
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Keys", exact: true }).click()
    await page.getByRole("heading", { name: "Keys" }).waitFor()
  })

  test("says that metadata is not JSON also where its part of the form is closed", async () => {
    const page = await pageAt("/keys/new")
    const fold = page.locator("summary", { hasText: "Metadata" })
    await fold.click()
    await page.getByLabel("Metadata").fill("{ tier")
    await fold.click()
    await page.getByRole("button", { name: "Create key" }).click()
    await page.getByText("The metadata is not JSON yet").waitFor()
  })

  test("shows the chosen tab on a phone, and that there are more", async () => {
    const page = await pageAt(`/keys/${keyId}?tab=events`, { viewport: { width: 390, height: 844 } })
    const tab = page.getByRole("tab", { name: "Events" })
    await tab.waitFor()
    const box = await tab.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(390)
  })
})
