import { beforeAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { openBrowser } from "../services/browser.ts"
import { ownersPages } from "./visit.ts"

const browser = openBrowser()
const rows = 230

describe("the log of verifications", () => {
  const server = serveKeyward({ engine: "sqlite", environment: { KEYWARD_VERIFICATION_LOG: "all" } })
  const keys: { keyId: string; key: string }[] = []
  let identityId: string

  const verify = (key: number, input: object = {}) => server.ok("keys.verifyKey", { key: keys[key]?.key, ...input })

  beforeAll(async () => {
    for (const name of ["Payments", "Search"]) {
      const { apiId } = await server.ok("apis.createApi", { name })
      keys.push(await server.ok("keys.createKey", { apiId, name: `${name} key`, externalId: "acme" }))
    }
    identityId = (await server.ok("identities.getIdentity", { identity: "acme" })).id
    for (let count = 0; count < rows; count += 1) {
      await verify(0, {
        ip: `198.51.100.${count % 2}`,
        tags: [count % 10 === 0 ? "path=/a" : "path=/b", `row=${count}`],
      })
    }
    await verify(1, { ip: "198.51.100.9" })
    await verify(1, { permissions: "refunds.write" })
    const listed = async () => (await server.ok("usage.listVerifications", { keyId: keys[1]?.keyId })).length
    await until(async () => (await listed()) === 2)
  })

  const { pageAt } = ownersPages(browser, server)
  const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
  const filterBy = async (page: Page, name: string, label: string, value: string) => {
    await page.getByLabel("Filter by").selectOption(name)
    await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole("button", { name: "Filter", exact: true }).click()
  }
  const optionsOf = (page: Page) => page.getByLabel("Filter by").locator("option").allTextContents()

  test("of a key that is opened again is there at once, before the server answers", async () => {
    const page = await pageAt(`/keys/${keys[1]?.keyId}`)
    const refused = page.getByRole("main").getByText("refunds.write").first()
    await refused.waitFor()
    await page.getByRole("link", { name: "Keys", exact: true }).first().click()
    await page.getByRole("heading", { name: "Keys" }).waitFor()
    await page.route("**/usage.listVerifications", () => {})
    await page.getByRole("link", { name: "Search key" }).click()
    await refused.waitFor()
    await page.unrouteAll({ behavior: "ignoreErrors" })
  })

  test("of a customer filters by outcome, API, key, address and tag", async () => {
    const page = await pageAt(`/customers/${identityId}?tab=verifications`)
    await page.getByLabel("API").selectOption("Search")
    await page.getByText("2 verifications", { exact: true }).waitFor()
    await page.getByLabel("Outcome").selectOption("refused")
    await page.getByText("1 verification", { exact: true }).waitFor()
    await page.getByRole("table").getByText("refunds.write").waitFor()
    await page.getByLabel("Outcome").selectOption("")
    await filterBy(page, "ip", "Address", "198.51.100.9")
    await page.getByText("1 verification", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Remove the filter Address" }).click()
    await page.getByLabel("API").selectOption("")
    await filterBy(page, "tag", "Tag", "path=/a")
    await page.getByText("23 verifications", { exact: true }).waitFor()
    // The secret itself never reaches the address.
    await filterBy(page, "key", "Key", keys[1]?.key ?? "")
    await page.getByText("No verifications").waitFor()
    expect(searchOf(page)).toEqual({ tab: "verifications", tag: "path=/a", key: keys[1]?.keyId ?? "" })
    expect(await optionsOf(page)).toEqual(["Key", "Tag", "Address", "Request"])
  })

  test("of a key filters by what is not the same in every row", async () => {
    const page = await pageAt(`/keys/${keys[0]?.keyId}?tab=verifications&ip=198.51.100.1&tag=path=/b`)
    await page.getByText("The latest 100 verifications").waitFor()
    expect(await optionsOf(page)).toEqual(["Tag", "Address", "Request"])
    expect(await page.getByLabel("API", { exact: true }).count()).toBe(0)
    await page.getByLabel("Outcome").selectOption("DISABLED")
    await page.getByText("No refusals").waitFor()
  })

  test("has deep pages with an address, and live goes on at its top", async () => {
    const page = await pageAt("/verifications?customer=acme")
    const listed = () =>
      page
        .getByRole("table")
        .getByText(/^row=\d+$/)
        .allTextContents()
    const listedAfter = (before: readonly string[]) =>
      until(async () => {
        const now = await listed()
        return now.length > 0 && now.join() !== before.join() && now
      })
    const older = page.getByRole("button", { name: "Older", exact: true })
    await page.getByText("The latest 100 verifications").waitFor()
    const newest = await listed()
    await older.click()
    await page.getByText("100 older verifications").waitFor()
    expect(searchOf(page)).toMatchObject({ customer: "acme", cursor: expect.any(String) })
    expect(await page.getByRole("button", { name: "Pause" }).count()).toBe(0)
    const second = await listedAfter(newest)
    expect(second.filter((row) => newest.includes(row))).toEqual([])
    expect(second.length).toBe(100)
    await page.reload()
    await until(async () => (await listed()).join() === second.join())
    await older.click()
    await page.getByText(`${rows + 2 - 200} older verifications`).waitFor()
    expect(await older.count()).toBe(0)
    await page.goBack()
    await until(async () => (await listed()).join() === second.join())
    // Another filter begins with its newest rows.
    await page.getByLabel("Outcome").selectOption("VALID")
    await until(() => searchOf(page).cursor === undefined)
    await older.click()
    await page.getByText("100 older verifications").waitFor()
    await page.getByRole("button", { name: "Live", exact: true }).click()
    await page.getByText("The latest 100 verifications").waitFor()
    await verify(1, { tags: ["now"] })
    await page.getByRole("table").getByText("now", { exact: true }).waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test("loses no row between its pages, also after more came than a page keeps", async () => {
    const page = await pageAt(`/verifications?key=${keys[1]?.keyId}`)
    await page.getByText("Live", { exact: true }).waitFor()
    const tag = (count: number) => page.getByRole("table").getByText(`n=${count}`, { exact: true })
    for (let count = 1; count <= 520; count += 1) {
      await verify(1, { tags: [`n=${count}`] })
      // The log follows a few hundred at once, and skips to the present beyond that.
      if (count % 130 === 0) await tag(count).waitFor()
    }
    await page.getByText("The latest 500 verifications").waitFor()
    expect(await tag(20).count()).toBe(0)
    await page.getByRole("button", { name: "Older", exact: true }).click()
    await tag(20).waitFor()
    expect(await page.getByRole("row").filter({ hasText: /n=\d+/ }).count()).toBeGreaterThanOrEqual(20)
    await tag(1).waitFor()
  })

  test("goes on at its top after a pause", async () => {
    const page = await pageAt("/verifications")
    await page.getByText("The latest 100 verifications").waitFor()
    await page.getByRole("button", { name: "Pause" }).click()
    const foot = page.getByText("The latest 100 verifications")
    await foot.scrollIntoViewIfNeeded()
    await verify(1, { tags: ["later"] })
    const waiting = page.getByRole("button", { name: "1 new" })
    await waiting.waitFor()
    expect(await page.getByRole("table").getByText("later", { exact: true }).count()).toBe(0)
    // A person scrolls up to it, or presses it with the keyboard; both end at the top.
    await waiting.dispatchEvent("click")
    await page.getByRole("table").getByText("later", { exact: true }).waitFor()
    const row = page.getByRole("row", { name: /later/ })
    await until(async () => {
      const box = await row.boundingBox()
      return box !== null && box.y > 0 && box.y < 900
    })
  })

  test("shows a screen of low rows at 1440: usual ones in full, and none wider than the page", async () => {
    const { apiId } = await server.ok("apis.createApi", { name: "Long" })
    const name = "a long name of a key ".repeat(5)
    const { key } = await server.ok("keys.createKey", { apiId, name, externalId: "customer".repeat(20) })
    await server.ok("keys.verifyKey", {
      ...{ key, permissions: "documents.read AND documents.write AND refunds.write" },
      ...{ ip: "2001:0db8:85a3:0000:0000:8a2e:0370:7334", tags: ["path=/v1/documents/export", "region=eu-central-1"] },
    })
    const page = await pageAt("/verifications")
    await page.getByRole("row", { name: /a long name/ }).waitFor()
    const body = page.getByRole("row").filter({ has: page.locator("td") })
    await body.nth(50).waitFor()
    const heights = await body.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    expect(Math.max(...heights)).toBeLessThanOrEqual(33)
    const cut = await page.getByRole("table").evaluate((table) =>
      [...table.querySelectorAll("td, td *")].flatMap((one) => {
        const isCut = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow !== "visible"
        return isCut && !one.closest("tr")?.textContent?.includes("a long name") ? [one.textContent] : []
      }),
    )
    expect(cut).toEqual([])
    const beyond = await page
      .getByRole("table")
      .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0))
    expect(beyond).toBeLessThanOrEqual(0)
  })
})
