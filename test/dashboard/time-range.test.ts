import { beforeAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { expectReadable } from "../services/accessibility.ts"
import { openBrowser } from "../services/browser.ts"
import { ownersPages } from "./visit.ts"

const browser = openBrowser()
const minuteMs = 60_000
const hourMs = 60 * minuteMs

describe("the time range", () => {
  const clock = { now: Date.now() }
  const server = serveKeyward({ engine: "sqlite", clock })
  /** Three hours ago, on the full minute. */
  const incident = Math.floor((Date.now() - 3 * hourMs) / minuteMs) * minuteMs
  let apiId: string
  let keyId: string

  beforeAll(async () => {
    clock.now = incident - 10 * minuteMs
    apiId = (await server.ok("apis.createApi", { name: "Payments" })).apiId
    const created = await server.ok("keys.createKey", { apiId, name: "Checkout", externalId: "acme" })
    keyId = created.keyId
    const verify = (times: number, input: object = {}) =>
      Promise.all(Array.from({ length: times }, () => server.ok("keys.verifyKey", { key: created.key, ...input })))
    clock.now = incident
    await verify(4)
    await server.ok("keys.updateKey", { keyId, enabled: false })
    await verify(2)
    await server.ok("keys.updateKey", { keyId, enabled: true })
    clock.now = Date.now()
    await verify(3)
    await until(async () => (await server.ok("usage.getVerifications", { from: 0, interval: "total" })).total === 9)
  })

  const { addressOf, pageAt: openAt } = ownersPages(browser, server)
  const pageAt = (path: string) => openAt(path, { timezoneId: "UTC" })
  const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
  const tile = (page: Page, name: string) => page.locator("div", { hasText: new RegExp(`^${name}`) }).last()
  const openPicker = async (page: Page) => {
    await page.getByRole("button", { name: "Choose any time" }).click()
    return page.getByRole("dialog", { name: "Time" })
  }
  const compact = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace(/[-:]/g, "")}Z`

  test("around a moment is the same on every page, and links carry it", async () => {
    const page = await pageAt("")
    const picker = await openPicker(page)
    await expectReadable(page, () => picker.waitFor())
    await page.setViewportSize({ width: 1440, height: 900 })
    await picker.getByLabel("Around").fill("around noon")
    await picker.getByRole("button", { name: "Show" }).first().click()
    await picker.getByText("Write 14:05 or").waitFor()
    await picker.getByLabel("Around").fill(new Date(incident).toISOString())
    await picker.getByRole("button", { name: "± 5 min" }).click()
    await picker.getByRole("button", { name: "Show" }).first().click()
    await picker.waitFor({ state: "detached" })
    const range = `${compact(incident)}_5m`
    expect(searchOf(page)).toEqual({ range })
    await tile(page, "Verifications6").waitFor()
    const clicked = async (link: string) => {
      await page.getByRole("link", { name: link, exact: true }).first().click()
      await until(() => searchOf(page).range === range)
    }
    await clicked("Verifications")
    await page.getByText("6 verifications", { exact: true }).waitFor()
    expect(await page.getByText("Live", { exact: true }).count()).toBe(0)
    await clicked("Events")
    await page.getByText("2 events", { exact: true }).waitFor()
    await clicked("Checkout")
    await page.getByRole("tab", { name: "Verifications" }).click()
    await page.getByText("6 verifications", { exact: true }).waitFor()
    await page.getByRole("tab", { name: "Events" }).click()
    await page.getByText("2 events", { exact: true }).waitFor()
    await clicked("acme")
    await page.getByRole("heading", { name: "Latest refusals" }).waitFor()
    await page.getByText("Top keys").waitFor()
    await page.getByRole("button", { name: "24h", exact: true }).click()
    await page.getByRole("tab", { name: "Verifications" }).click()
    await page.getByText("9 verifications", { exact: true }).waitFor()
    await page.getByText("Live", { exact: true }).waitFor()
  })

  test("is a calendar month or any two times", async () => {
    const page = await pageAt("")
    const picker = await openPicker(page)
    await picker.getByLabel("Calendar month").selectOption({ index: 1 })
    await picker.getByRole("button", { name: "Show" }).last().click()
    await picker.waitFor({ state: "detached" })
    expect(searchOf(page).range).toMatch(/^\d{4}-\d\d$/)
    await page.getByText("Days in UTC").waitFor()
    await page.getByRole("button", { name: / 20\d\d$/ }).click()
    await picker.getByLabel("From").fill(new Date(incident).toISOString().slice(0, 16))
    await picker.getByLabel("Until").fill(new Date(incident - minuteMs).toISOString().slice(0, 16))
    await picker.getByRole("button", { name: "Show" }).nth(1).click()
    await picker.getByText("Choose a time that begins before it ends.").waitFor()
    await picker.getByLabel("Until").fill("")
    await picker.getByRole("button", { name: "Show" }).nth(1).click()
    await picker.waitFor({ state: "detached" })
    expect(searchOf(page)).toEqual({ range: `${compact(incident)}..` })
    await tile(page, "Verifications9").waitFor()
  })

  test("that is wrong in a link is left out", async () => {
    const page = await pageAt("/events?range=soon&type=key.created")
    for (const wrong of ["range=soon", "range=20260230T0000Z..", "range=2026"]) {
      await page.goto(addressOf(`/events?${wrong}&type=key.created`))
      await page.getByText("1 event", { exact: true }).waitFor()
      expect(await page.getByRole("button", { name: "All", exact: true }).getAttribute("aria-pressed")).toBe("true")
    }
    await page.goto(addressOf(`/apis/${apiId}?range=soon`))
    await page.getByText("Top keys").waitFor()
    expect(await page.getByRole("button", { name: "24h" }).getAttribute("aria-pressed")).toBe("true")
  })
})
