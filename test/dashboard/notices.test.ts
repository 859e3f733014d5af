import { afterAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { until } from "../harness/until.ts"
import { openBrowser } from "../services/browser.ts"
import { startReceiver } from "../services/receiver.ts"
import { customerPages } from "./customer-pages.ts"

const browser = openBrowser()

describe("people", () => {
  const { server, addressOf, pageAt, createKey } = customerPages(browser, { environment: { KEYWARD_WEBHOOKS: "on" } })
  const receiver = startReceiver(() => ({ status: 410 }))
  afterAll(() => receiver.stop())

  /** Keyward disables a webhook whose endpoint is gone. */
  const disableWebhook = async (description: string) => {
    const { webhookId } = await server.ok("webhooks.createWebhook", {
      ...{ url: receiver.url(), types: ["key.created"], description },
    })
    await createKey({ name: "Any" })
    await until(async () => !(await server.ok("webhooks.getWebhook", { webhookId })).enabled)
  }

  const bell = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

  test("see how many notices are new, read them, and follow one to its object", async () => {
    const page = await pageAt("")
    await bell(page, "Notices").click()
    await page.getByText("Nothing so far.").waitFor()
    await page.keyboard.press("Escape")
    await disableWebhook("Gone")
    await bell(page, "Notices, 1 new").click()
    const notices = page.getByRole("dialog", { name: "Notices" })
    await notices.getByText(/was disabled: its endpoint has answered 410 Gone/).waitFor()
    await bell(page, "Notices").waitFor()
    await notices.getByRole("link", { name: "Gone" }).click()
    await page.getByRole("heading", { name: "Gone" }).waitFor()
    await notices.waitFor({ state: "detached" })
    await page.reload()
    await bell(page, "Notices").waitFor()
  })

  test("have one stream in two tabs, which tells both, and another tab takes over", async () => {
    const first = await pageAt("")
    const streams: Page[] = []
    first.context().on("request", (request) => {
      if (request.url().endsWith("/v2/events.stream")) streams.push(request.frame().page())
    })
    await first.getByRole("heading", { name: "Overview" }).waitFor()
    await first.keyboard.press("Shift")
    await until(() => streams.length > 0)
    const second = await first.context().newPage()
    await second.goto(addressOf("/events"))
    await second.getByRole("heading", { name: "Events" }).waitFor()
    await second.keyboard.press("Shift")
    await until(() => second.evaluate(waitersOfLocks))
    await disableWebhook("Both")
    await Promise.all([first, second].map((page) => page.getByRole("button", { name: /Notices, \d+ new/ }).waitFor()))
    expect(streams.map((page) => page === first)).toEqual([true])
    await first.close()
    await until(() => streams.includes(second))
    await createKey({ name: "After the first tab" })
    await second.getByRole("main").getByText("After the first tab").first().waitFor()
  })
})

/** Whether another tab waits for its turn. It runs in the page. */
async function waitersOfLocks(): Promise<boolean> {
  const { pending = [] } = await navigator.locks.query()
  return pending.length > 0
}
