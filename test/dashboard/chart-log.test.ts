import { beforeAll, describe, expect, test } from "bun:test"
import type { Locator, Page } from "playwright-core"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { openBrowser } from "../services/browser.ts"
import { ownersPages } from "./visit.ts"

const browser = openBrowser()
const hourMs = 3_600_000

describe("a bar of a chart", () => {
  const clock = { now: Date.now() }
  const server = serveKeyward({ engine: "sqlite", clock })
  /** A whole hour, five hours ago. */
  const incident = Math.floor(Date.now() / hourMs) * hourMs - 5 * hourMs
  const range = `${compact(incident)}..${compact(incident + hourMs)}`
  let apiId: string
  let keyId: string

  beforeAll(async () => {
    apiId = (await server.ok("apis.createApi", { name: "Payments" })).apiId
    const created = await server.ok("keys.createKey", { apiId, name: "Checkout", externalId: "acme" })
    keyId = created.keyId
    const verify = async (times: number) => {
      for (let count = 0; count < times; count += 1) await server.ok("keys.verifyKey", { key: created.key })
      await server.ok("ratelimit.limit", { namespace: "mails", identifier: "a", limit: 100, duration: 60_000 })
    }
    const sent = [
      [incident - hourMs, 2],
      [incident + 60_000, 4],
      [incident + hourMs, 3],
    ] as const
    for (const [time, times] of sent) {
      clock.now = time
      await verify(times)
    }
    clock.now = incident + 120_000
    await server.ok("keys.updateKey", { keyId, enabled: false })
    await verify(5)
    await server.ok("keys.updateKey", { keyId, enabled: true })
    clock.now = Date.now()
    await until(async () => (await server.ok("usage.getVerifications", { from: 0, interval: "total" })).total === 14)
  })

  const { pageAt: openAt } = ownersPages(browser, server)
  const pageAt = (path: string) => openAt(path, { timezoneId: "UTC" })
  const chartOn = async (page: Page, name = "Verifications over time by outcome") => {
    const chart = page.getByRole("group", { name })
    await chart.locator("[data-part]").first().waitFor()
    return chart
  }
  const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
  /** The middle of a part of the bar that has one. */
  const middleOf = async (part: Locator) => {
    const box = await part.boundingBox()
    if (box === null) throw new Error("The part is not shown.")
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  test("opens the log of its time and outcome, and Back returns", async () => {
    const page = await pageAt(`/apis/${apiId}`)
    const chart = await chartOn(page)
    const disabled = await middleOf(chart.locator("[data-part=DISABLED]"))
    await page.mouse.click(disabled.x, disabled.y)
    await page.getByText("5 verifications", { exact: true }).waitFor()
    expect(searchOf(page)).toEqual({ range, code: "DISABLED", api: apiId })
    await page.goBack()
    await chart.waitFor()
    expect(searchOf(page)).toEqual({})
    // Above the bar of the hour before is no part of it.
    const before = await middleOf(chart.locator("[data-part=VALID]").first())
    const top = await chart.boundingBox()
    await page.mouse.click(before.x, (top?.y ?? 0) + 10)
    await page.getByText("2 verifications", { exact: true }).waitFor()
    expect(searchOf(page)).toEqual({ range: `${compact(incident - hourMs)}..${compact(incident)}`, api: apiId })
  })

  test("of a key leads to the log on its page, and refusals to all refusals", async () => {
    const page = await pageAt(`/keys/${keyId}`)
    const chart = await chartOn(page, "Refused verifications over time")
    const disabled = await middleOf(chart.locator("[data-part=DISABLED]"))
    const box = await chart.boundingBox()
    await page.mouse.click(disabled.x, (box?.y ?? 0) + 8)
    await page.getByText("5 verifications", { exact: true }).waitFor()
    expect(searchOf(page)).toEqual({ tab: "verifications", range, code: "refused" })
    await page.getByLabel("Outcome").selectOption("VALID")
    await page.getByText("4 verifications", { exact: true }).waitFor()
    await page.goBack()
    await chart.waitFor()
    expect(searchOf(page)).toEqual({})
  })

  test("zooms where the pointer drags over several, and Back returns", async () => {
    const page = await pageAt("")
    const chart = await chartOn(page)
    const bars = chart.locator("[data-part=VALID]")
    const [first, last] = [await middleOf(bars.first()), await middleOf(bars.nth(1))]
    await page.mouse.move(first.x, first.y)
    await page.mouse.down()
    await page.mouse.move(last.x, last.y, { steps: 3 })
    await chart.getByText("Release or press Enter to zoom").waitFor()
    await chart.getByRole("row", { name: "Total 11" }).waitFor()
    await page.mouse.up()
    const zoomed = `${compact(incident - hourMs)}..${compact(incident + hourMs)}`
    await until(() => searchOf(page).range === zoomed)
    // Two hours are shown by minute.
    await until(async () => (await chart.locator("svg > g:has(> rect)").count()) === 120)
    expect(new URL(page.url()).pathname).toEndWith(server.workspaceId)
    await page.goBack()
    await until(async () => (await chart.locator("svg > g:has(> rect)").count()) === 24)
    expect(searchOf(page)).toEqual({})
  })

  test("is reached without a mouse: its log, one outcome of it, and a longer time", async () => {
    const page = await pageAt("")
    const chart = await chartOn(page)
    const toIncident = async () => {
      await chart.focus()
      do await page.keyboard.press("ArrowLeft")
      while ((await chart.getByRole("row", { name: "DISABLED 5" }).count()) === 0)
    }
    await toIncident()
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Enter")
    await page.getByText("5 verifications", { exact: true }).waitFor()
    expect(searchOf(page)).toEqual({ range, code: "DISABLED" })
    await page.goBack()
    await chartOn(page)
    await toIncident()
    await page.keyboard.press("Shift+ArrowLeft")
    await page.keyboard.press("Enter")
    await until(() => searchOf(page).range === `${compact(incident - hourMs)}..${compact(incident + hourMs)}`)
    await page.goBack()
    await page.getByRole("button", { name: "As table" }).click()
    await page.getByRole("link", { name: "5", exact: true }).click()
    await page.getByText("5 verifications", { exact: true }).waitFor()
    expect(searchOf(page)).toEqual({ range, code: "DISABLED" })
  })

  test("of a namespace, which has no log, zooms", async () => {
    const [namespace]: { id: string }[] = await server.ok("ratelimit.listNamespaces", {})
    const page = await pageAt(`/ratelimits/${namespace?.id}`)
    const chart = await chartOn(page, "Checks over time, passed and denied")
    const bar = await middleOf(chart.locator("[data-part=passed]").nth(1))
    await page.mouse.click(bar.x, bar.y)
    await until(() => searchOf(page).range === range)
    await until(async () => (await chart.locator("svg > g:has(> rect)").count()) === 60)
  })

  test("shows its numbers at the first touch, and its log at the second", async () => {
    const page = await openAt(`/keys/${keyId}`, {
      ...{ timezoneId: "UTC", hasTouch: true, isMobile: true },
      viewport: { width: 390, height: 844 },
    })
    const chart = await chartOn(page)
    const part = chart.locator("[data-part=DISABLED]")
    await part.scrollIntoViewIfNeeded()
    const place = await middleOf(part)
    await page.touchscreen.tap(place.x, place.y)
    await chart.getByRole("row", { name: "DISABLED 5" }).waitFor()
    expect(searchOf(page)).toEqual({})
    await page.touchscreen.tap(place.x, place.y)
    await page.getByText("5 verifications", { exact: true }).waitFor()
  })
})

function compact(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace(/[-:]/g, "")}Z`
}
