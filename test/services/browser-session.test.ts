import { afterAll, beforeAll, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { openBrowser } from "./browser.ts"

const browser = openBrowser()
let site: Bun.Server<undefined>
let address = ""
beforeAll(() => {
  site = Bun.serve({ port: 0, fetch: () => new Response("<p>Here</p>", { headers: { "Content-Type": "text/html" } }) })
  address = `http://localhost:${site.port}/`
})
afterAll(() => site.stop(true))

async function stateOf(page: Page) {
  return page.evaluate(async () => ({
    cookie: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    history: history.length,
    width: innerWidth,
    isDark: matchMedia("(prefers-color-scheme: dark)").matches,
    hasScript: "left" in globalThis,
  }))
}

test("a session that was given back is as new to the next borrower", async () => {
  const first = await browser().borrowSession()
  const page = await first.context.newPage()
  await page.goto(address)
  const fresh = await stateOf(page)
  await page.addInitScript("left = true")
  await page.goto(`${address}other`)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: "dark" })
  await page.evaluate(async () => {
    await cookieStore.set("left", "yes")
    localStorage.setItem("left", "yes")
    sessionStorage.setItem("left", "yes")
    await new Promise((done) => {
      indexedDB.open("left").onsuccess = done
    })
    await caches.open("left")
  })
  const left = await stateOf(page)
  for (const [name, value] of Object.entries(fresh)) expect(left).not.toMatchObject({ [name]: value })
  const tab = await first.context.newPage()
  await first.context.route("**/*", (route) => route.abort())
  await first.context.setOffline(true)
  await first.giveBack()
  expect([page.isClosed(), tab.isClosed()]).toEqual([true, true])

  const second = await browser().borrowSession()
  expect(second.context === first.context).toBe(true)
  const next = await second.context.newPage()
  await next.goto(address)
  expect(await stateOf(next)).toEqual(fresh)
  await second.giveBack()
})

test("two borrowers have a session each", async () => {
  const sessions = [await browser().borrowSession(), await browser().borrowSession()]
  expect(new Set(sessions.map(({ context }) => context)).size).toBe(2)
  for (const session of sessions) await session.giveBack()
})

test("a session for later tests too refuses what nothing takes back", async () => {
  const session = await browser().borrowSession()
  const page = await session.context.newPage()
  const changes = [
    () => session.context.addInitScript("left = true"),
    () => session.context.exposeFunction("left", () => true),
    () => session.context.grantPermissions(["clipboard-read"]),
    () => page.clock.install(),
    () => page.clock.setFixedTime(0),
  ]
  for (const change of changes) await expect(change()).rejects.toThrow("{ isAlone: true }")
  await session.giveBack()
})
