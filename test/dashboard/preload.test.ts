import { test } from "bun:test"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { openBrowser } from "../services/browser.ts"
import { originOf, setUp, visitor } from "./visit.ts"

const browser = openBrowser()
const server = serveKeyward({ engine: "sqlite" })
const open = visitor(browser)

test("the browser loads the code of all pages while it is idle, so that a click loads none", async () => {
  const page = await open()
  await setUp(page, server)
  const link = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Keys", exact: true })
  const scripts = new Set<string>()
  page.on("request", (request) => {
    if (request.url().endsWith(".js")) scripts.add(request.url())
  })
  // On a busy machine, the first clicks may come before the browser was idle.
  do {
    await page.goto(`${originOf(server)}/w/${server.workspaceId}`)
    await link.waitFor()
    await page.waitForLoadState("networkidle")
    scripts.clear()
    await link.click()
    await page.getByRole("heading", { name: "Keys", level: 1 }).waitFor()
  } while (scripts.size > 0)
})
