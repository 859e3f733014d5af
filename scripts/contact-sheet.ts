// `bun scripts/contact-sheet.ts FOLDER [PATTERN]`, such as `"390 /keys"`: takes a picture of every page in both themes and
// three widths, to look at before a release. It also says what moves while a page loads.
import { mkdirSync } from "node:fs"
import { resolve } from "node:path"
import { type Browser, chromium } from "playwright-core"
import { shiftsOf, watchShifts } from "../test/dashboard/layout-shifts.ts"
import { pages, refusals, tabs } from "../test/dashboard/page-list.ts"
import { seed } from "../test/dashboard/seed.ts"
import { setUp } from "../test/dashboard/visit.ts"
import { startKeyward, type TestServer } from "../test/harness/harness.ts"
import { startReceiver } from "../test/services/receiver.ts"
import { provideTools } from "./test/tools.ts"

const [folder = "contact-sheet", pattern = ""] = process.argv.slice(2)

/** The last is a window of 1440 at a zoom of 200 %. */
const looks = [
  { name: "light-1440", width: 1440, colorScheme: "light", deviceScaleFactor: 1 },
  { name: "dark-1440", width: 1440, colorScheme: "dark", deviceScaleFactor: 1 },
  { name: "light-390", width: 390, colorScheme: "light", deviceScaleFactor: 1 },
  { name: "dark-390", width: 390, colorScheme: "dark", deviceScaleFactor: 1 },
  { name: "zoom-720", width: 720, colorScheme: "light", deviceScaleFactor: 2 },
] as const

mkdirSync(folder, { recursive: true })
const { chromium: executablePath } = await provideTools()
const clock = { now: Date.now() }
const receiver = startReceiver(({ path }) => ({ status: path === "/broken" ? 500 : 204 }))
const server = await startKeyward({ engine: "sqlite", clock, environment: { KEYWARD_WEBHOOKS: "on" } })
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })
try {
  const seeded = await seed(server, { clock, hours: 30, callsPerHour: 6, endpoint: receiver.url("") })
  for (const [, body] of refusals(seeded)) await server.ok("keys.verifyKey", body)
  const storageState = await signIn(browser, server)
  const listed = [...pages, ...tabs].map(([path, shows]) => ({ path: path(seeded), shows }))
  for (const { name, width, ...options } of looks) {
    const context = await browser.newContext({ storageState, viewport: { width, height: 900 }, ...options })
    const page = await context.newPage()
    await watchShifts(page)
    for (const [index, { path, shows }] of listed.entries()) {
      if (!new RegExp(pattern).test(`${name} ${path}`)) continue
      // A person may make 600 calls a minute.
      clock.now += 10_000
      const address = path.startsWith("/operator") ? path : `/w/${server.workspaceId}${path}`
      await page.goto(`${originOf(server)}${address}`)
      await page.getByRole("main").getByText(shows).filter({ visible: true }).first().waitFor()
      await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" })
      await page.waitForLoadState("networkidle")
      const shifts = await shiftsOf(page)
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      console.log(`${sum >= 0.02 ? "MOVES" : "     "} ${sum.toFixed(3)} ${name} ${path || "/"}`)
      if (sum >= 0.01) for (const { value, what } of shifts) console.log(`        ${value.toFixed(3)} ${what}`)
      const file = `${String(index).padStart(2, "0")}${path.replace(/[^a-z-]+/gi, "-").slice(0, 60)}-${name}.png`
      await page.screenshot({ path: resolve(folder, file), fullPage: true })
    }
    await context.close()
  }
} finally {
  await browser.close()
  await server.stop()
  receiver.stop()
}

function originOf({ url }: TestServer): string {
  return url.replace("127.0.0.1", "localhost")
}

async function signIn(browser: Browser, server: TestServer) {
  const context = await browser.newContext()
  await setUp(await context.newPage(), server)
  const state = await context.storageState()
  await context.close()
  return state
}
