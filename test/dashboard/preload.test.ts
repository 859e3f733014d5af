import { expect, setDefaultTimeout, test } from "bun:test"
import { readFileSync } from "node:fs"
import { serveKeyward } from "../serve-keyward.ts"
import { openBrowser } from "../services/browser.ts"
import { setUp, visitor } from "./visit.ts"

setDefaultTimeout(120_000)

const browser = openBrowser()
const server = serveKeyward({ engine: "sqlite" })
const open = visitor(browser)

test("the code of all pages is loaded while the browser is idle, so that a click loads none", async () => {
  const router = readFileSync("dashboard/src/router.tsx", "utf8")
  const pages = new Set([...router.matchAll(/import\("(.*)"\)/g)].map(([, path]) => path))
  expect(pages.size).toBeGreaterThan(10)
  const page = await open()
  const scripts = new Set<string>()
  page.on("requestfinished", (request) => {
    if (request.url().endsWith(".js")) scripts.add(request.url())
  })
  await setUp(page, server)
  while (scripts.size < pages.size) await Bun.sleep(50)
  await page.waitForLoadState("networkidle")
  scripts.clear()
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Keys", exact: true }).click()
  await page.getByRole("heading", { name: "Keys" }).waitFor()
  expect([...scripts]).toEqual([])
})
