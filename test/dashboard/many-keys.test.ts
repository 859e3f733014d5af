import { beforeAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { openBrowser } from "../services/browser.ts"
import { ownersPages } from "./visit.ts"

const browser = openBrowser()

describe("with hundreds of keys, people", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const { addressOf, pageAt: openAt } = ownersPages(browser, server)
  let apiId: string

  beforeAll(async () => {
    apiId = (await server.ok("apis.createApi", { name: "Payments" })).apiId
    const keys = Array.from({ length: 120 }, (_, index) => ({
      name: `Service ${String(index).padStart(3, "0")}`,
      externalId: `customer_${index % 7}`,
      ...(index % 3 === 0 && { credits: { remaining: index } }),
      ...(index % 4 === 0 && { expires: Date.now() + (index + 1) * 86_400_000 }),
    }))
    const created = await server.ok("keys.createKeys", { apiId, keys })
    for (const { key } of created.keys.slice(0, 3)) await server.ok("keys.verifyKey", { key })
  })

  const pageAt = async (path: string, expected?: RegExp) => {
    const page = await openAt(path, {}, expected)
    await page.getByRole("table", { name: "Keys" }).waitFor()
    return page
  }
  const firstName = (page: Page) => page.getByRole("table", { name: "Keys" }).locator("tbody tr a").first()
  const disabledCount = async () => {
    const { body } = await server.call("keys.listKeys", { enabled: false, count: true, limit: 1 })
    return body.pagination.total as number
  }
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

  test("sort them, and the address keeps the order", async () => {
    const page = await pageAt("/keys")
    await page.getByRole("heading", { name: "Keys 120" }).waitFor()
    await page.getByText("The first 50 of 120 keys").waitFor()
    const name = page.getByRole("columnheader", { name: "Name" })
    await name.getByRole("button").click()
    await page.getByRole("link", { name: "Service 000" }).waitFor()
    expect([await name.getAttribute("aria-sort"), new URL(page.url()).searchParams.get("sort")]).toEqual([
      "ascending",
      "name.asc",
    ])
    await name.getByRole("button").click()
    await page.waitForURL(/name\.desc/)
    await page.getByRole("link", { name: "Service 119" }).waitFor()
    await page.reload()
    await page.getByRole("link", { name: "Service 119" }).waitFor()
    expect(await firstName(page).textContent()).toBe("Service 119")
    await page.getByLabel("Order").selectOption("Fewest credits")
    await page.waitForURL(/credits\.asc/)
    await page.getByRole("link", { name: "Service 000" }).waitFor()
    // The head of the table stays in view.
    await button(page, "Show more").scrollIntoViewIfNeeded()
    const box = await name.boundingBox()
    expect(box?.y).toBeGreaterThan(40)
    expect(box?.y).toBeLessThan(80)
  })

  test("disable all that match with the number typed, and undo it after a reload, but not what changed since", async () => {
    const page = await pageAt("/keys?search=Service")
    await page.getByLabel("Select all on this page").check()
    await button(page, "Select all 120 that match").click()
    await page.getByText("All 120 keys that match").waitFor()
    await button(page, "Disable …").click()
    const dialog = page.getByRole("dialog", { name: "Disable 120 keys?" })
    await dialog.getByText("They had 3 verifications in the last hour.").waitFor()
    const confirm = dialog.getByRole("button", { name: "Disable 120 keys" })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByLabel("Type “120” to confirm").fill("120")
    await confirm.click()
    await page.getByText("Disabled 120 keys.").first().waitFor()
    expect(await disabledCount()).toBe(120)
    const [changed] = (await server.ok("keys.listKeys", { search: "Service 007" })) as { keyId: string }[]
    await server.ok("keys.updateKey", { keyId: changed?.keyId, name: "Service 007 (kept)" })
    await page.reload()
    await page.getByText("Disabled 120 keys.").waitFor()
    await button(page, "Undo").click()
    await page.getByText("Undone for 119 keys.").waitFor()
    await page.getByText("Changed since and left as they are: Service 007 (kept).").waitFor()
    expect(await disabledCount()).toBe(1)
    await server.ok("keys.updateKey", { keyId: changed?.keyId, name: "Service 007", enabled: true })
  })

  test("are told if others match by now, and nothing changes", async () => {
    const page = await pageAt("/keys?search=Service", /412/)
    await page.getByLabel("Select all on this page").check()
    await button(page, "Select all 120 that match").click()
    await button(page, "Disable …").click()
    const { keyId } = await server.ok("keys.createKey", { apiId, name: "Service 120" })
    const dialog = page.getByRole("dialog", { name: "Disable 120 keys?" })
    await dialog.getByLabel("Type “120” to confirm").fill("120")
    await dialog.getByRole("button", { name: "Disable 120 keys" }).click()
    await page.getByText("121 keys match the filter").first().waitFor()
    expect(await disabledCount()).toBe(0)
    await server.ok("keys.deleteKey", { keyId })
  })

  test("walk the rows with j and k, mark with x, open with Enter, and undo from the events", async () => {
    const page = await pageAt("/keys?sort=name.asc")
    for (const key of ["j", "j", "x", "j", "x", "k", "x", "x"]) await page.keyboard.press(key)
    await page.getByText("2 selected").waitFor()
    await button(page, "Disable …").click()
    await page.getByRole("dialog").getByRole("button", { name: "Disable 2 keys" }).click()
    await page.getByText("Disabled 2 keys.").first().waitFor()
    expect(await disabledCount()).toBe(2)
    await page.keyboard.press("k")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Service 000" }).waitFor()
    await page.goto(addressOf("/events"))
    await page.getByRole("button", { name: "Show the changes" }).first().click()
    await button(page, "Undo this request").first().click()
    await page.getByText("Undone for 2 keys.").waitFor()
    expect(await disabledCount()).toBe(0)
  })

  test("keep a filter under a name, which survives a reload, and forget it", async () => {
    const page = await pageAt("/keys?customer=customer_3&sort=name.asc")
    await button(page, "Views").click()
    await page.getByRole("menuitem", { name: "Keep this view …" }).click()
    await page.getByRole("dialog").getByLabel("Name").fill("Third customer")
    await button(page, "Keep view").click()
    await page.goto(addressOf("/keys"))
    await button(page, "Views").click()
    await page.getByRole("menuitem", { name: "Third customer" }).click()
    await page.waitForURL(/customer=customer_3/)
    expect(new URL(page.url()).searchParams.get("sort")).toBe("name.asc")
    await button(page, "Third customer").click()
    await page.getByRole("menuitem", { name: "Forget Third customer" }).click()
    await button(page, "Views").waitFor()
  })
})
