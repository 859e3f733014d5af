import { beforeAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { openBrowser } from "../services/browser.ts"
import { ownersPages } from "./visit.ts"

const browser = openBrowser()
/** Customers with more verifications than those that the test looks at. */
const busy = Array.from({ length: 101 }, (_, index) => `busy_${index}`)
const verifications = busy.length * 2 + 1

describe("the page of customers", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const { pageAt } = ownersPages(browser, server)
  beforeAll(async () => {
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
    const createKeys = async (externalIds: readonly string[]) => {
      const keys = externalIds.map((externalId) => ({ externalId }))
      return (await server.ok("keys.createKeys", { apiId, keys })).keys as readonly { readonly key: string }[]
    }
    const verify = (keys: readonly { readonly key: string }[]) =>
      Promise.all(keys.map(({ key }) => server.ok("keys.verifyKey", { key })))
    const quiet = await createKeys(["quiet"])
    const many = await createKeys(busy)
    await createKeys(["silent"])
    await verify([...quiet, ...many, ...many])
    const total = async () => (await server.ok("usage.getVerifications", { from: 0, interval: "total" })).total
    while ((await total()) < verifications) await Bun.sleep(20)
  })

  /** Waits until a row shows a number, and returns the labels of its chart and the number. */
  const usageOf = async (page: Page, customer: string) => {
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: customer, exact: true }) })
    const chart = row.getByRole("img", { name: /^[\d,]+ verifications?$/ })
    await chart.waitFor()
    return [await chart.getAttribute("aria-label"), await row.getByRole("cell").nth(5).textContent()]
  }

  test("shows the verifications of every customer, also outside the largest hundred", async () => {
    const page = await pageAt("/customers")
    expect(await usageOf(page, "silent")).toEqual(["0 verifications", "0"])
    const silent = page.getByRole("row").filter({ has: page.getByRole("link", { name: "silent", exact: true }) })
    expect(await silent.getByRole("cell").nth(3).textContent()).toBe("1")
    expect(await usageOf(page, "busy_100")).toEqual(["2 verifications", "2"])
    for (const shown of ["The first 100 of 103 customers", "103 customers"]) {
      await page.getByRole("button", { name: "Show more" }).click()
      await page.getByText(shown, { exact: true }).waitFor()
    }
    expect(await usageOf(page, "quiet")).toEqual(["1 verification", "1"])
    expect(await page.getByRole("img", { name: /^[\d,]+ verifications?$/ }).count()).toBe(busy.length + 2)
    await page.getByRole("columnheader", { name: "Keys" }).getByRole("button").click()
    await page.waitForURL(/sort=keys\.desc/)
    await page.getByRole("columnheader", { name: "Customer" }).getByRole("button").click()
    await page.waitForURL(/sort=name\.asc/)
    await page.getByRole("row").nth(1).getByRole("link", { name: /^busy/ }).first().waitFor()
  })
})
