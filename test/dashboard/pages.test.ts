import { beforeAll, beforeEach, describe, expect, test } from "bun:test"
import type { Page, Request } from "playwright-core"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { expectReadable } from "../services/accessibility.ts"
import { openBrowser } from "../services/browser.ts"
import { shiftsOf, watchShifts } from "./layout-shifts.ts"
import { pages, refusals, tabs } from "./page-list.ts"
import { type Seeded, seed } from "./seed.ts"
import { consoleWatcher, originOf, ownersPages } from "./visit.ts"

const browser = openBrowser()

const anyKey = { keyId: "key_…", key: "", name: "", customer: "", weight: 1 }
const anything: Seeded = {
  apiIds: ["api_…"],
  keys: [anyKey, anyKey, { ...anyKey, customer: "wayne" }, { ...anyKey, customer: "wayne" }],
  identityIds: { northwind: "id_…", globex: "id_…", wayne: "id_…" },
  namespaceId: "rlns_…",
  planId: "plan_…",
  webhookId: "whk_…",
  installationWebhookId: "whk_…",
}
/** With a path for the name of the test. */
const named = (listed: typeof pages) => listed.map(([path, shows]) => [path(anything) || "/", path, shows] as const)

describe("every page", () => {
  const clock = { now: Date.now() }
  const server = serveKeyward({ engine: "sqlite", clock })
  const watch = consoleWatcher()
  let seeded: Seeded
  /** One for all tests, because a new session would load the scripts again. */
  let page: Page

  beforeAll(async () => {
    seeded = await seed(server, { clock, hours: 30, callsPerHour: 2 })
    for (const [code, body] of refusals(seeded)) {
      expect((await server.ok("keys.verifyKey", body)).code).toBe(code)
    }
  })

  const { actAsOwner, addressOf, open } = ownersPages(browser, server)

  beforeAll(async () => {
    const context = await browser().newContext()
    page = await context.newPage()
    watch(page)
    await actAsOwner(page)
    await page.goto(addressOf(""))
  })

  // A person may make 600 calls a minute.
  beforeEach(() => {
    clock.now += 10_000
  })

  /** As a link of the dashboard does. */
  const navigate = async (path: string, shows: string) => {
    await page.evaluate((to) => {
      history.pushState(null, "", to)
      dispatchEvent(new PopStateEvent("popstate"))
    }, path)
    await page.getByRole("main").getByText(shows).first().waitFor()
  }

  const check = async (part: string, shows: string) => {
    const workspace = `/w/${server.workspaceId}`
    // The page before may show the same text, and this one does not.
    await navigate(`${workspace}/no-such-page`, "There is no page here")
    await navigate(part.startsWith("/operator") ? part : `${workspace}${part}`, shows)
    await expectReadable(page, () => page.getByRole("main").getByText(shows).first().waitFor())
  }

  test.each(named(pages))(
    "%s is readable in both themes and widths, and breaks no rule of accessibility",
    async (_name, path, shows) => check(path(seeded), shows),
  )

  /** Notices above the tabs appear when they have been read, and the cards of an incident grow. */
  const noticed = tabs.filter(([, shows]) =>
    /Two secrets work|has used up|Every key of this customer|Add reports|Would be accepted/.test(shows),
  )

  test.each(named([...pages, ...noticed]))("%s does not jump while it loads", async (_name, path, shows) => {
    const part = path(seeded)
    const fresh = await open()
    await watchShifts(fresh)
    await actAsOwner(fresh)
    // At a zoom of 200 %, a line of these pages wraps once more of it is known.
    const wraps = /^\/(verifications|apis\/)/.test(part) || shows === "Two secrets work"
    for (const width of wraps ? [1440, 720, 390] : [1440, 390]) {
      await fresh.setViewportSize({ width, height: 900 })
      await fresh.goto(part.startsWith("/operator") ? `${originOf(server)}${part}` : addressOf(part))
      await fresh.getByRole("main").getByText(shows).filter({ visible: true }).first().waitFor()
      await fresh.waitForLoadState("networkidle")
      const shifts = await shiftsOf(fresh)
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      expect(sum < 0.02 ? "" : `${width}: ${shifts.map(({ value, what }) => `${value} ${what}`).join("\n")}`).toBe("")
    }
  })

  test("/usage does not jump when what was used before is known first", async () => {
    const fresh = await open()
    await watchShifts(fresh)
    const isTotal = (request: Request) => request.url().endsWith("/v2/usage.getVerifications")
    const beginningOf = (request: Request): number => request.postDataJSON().from
    const [asked, known] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const beginnings: number[] = []
    await fresh.route("**/v2/usage.getVerifications", async (route) => {
      beginnings.push(beginningOf(route.request()))
      if (beginnings.length === 2) asked.resolve()
      await asked.promise
      if (beginningOf(route.request()) === Math.max(...beginnings)) await known.promise
      await route.fallback().catch(() => {})
    })
    await actAsOwner(fresh)
    const before = fresh.waitForEvent("requestfinished", isTotal)
    await fresh.goto(addressOf("/usage"))
    await before
    await fresh.locator("td").first().waitFor({ state: "attached" })
    await shiftsOf(fresh)
    known.resolve()
    await fresh.locator("td").first().waitFor()
    await fresh.waitForLoadState("networkidle")
    const shifts = await shiftsOf(fresh)
    expect(shifts.filter(({ what }) => what.includes("td."))).toEqual([])
  })

  test.each(named(tabs))("%s is readable in both themes and widths too", async (_name, path, shows) => {
    await check(path(seeded), shows)
  })
})
