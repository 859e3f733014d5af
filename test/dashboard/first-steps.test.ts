import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../serve-keyward.ts"
import { openBrowser } from "../services/browser.ts"
import { setUp, visitor } from "./visit.ts"

const browser = openBrowser()

describe("a newcomer", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const open = visitor(browser)

  test("gets from the setup link to a verified key and a chart that shows it", async () => {
    const page = await open()
    await setUp(page, server)
    await page.getByLabel("Name of the API").fill("Payments")
    await page.getByRole("button", { name: "Create API" }).click()
    await page.getByRole("button", { name: "Create key" }).click()
    await page.getByRole("button", { name: "Create root key" }).click()
    await page.getByText("Waiting for your first request").waitFor()
    const command = await page.locator("pre", { hasText: "curl" }).textContent()
    const curl = Bun.spawn(["sh", "-c", `${command} --silent`], { stdout: "pipe" })
    expect(JSON.parse(await new Response(curl.stdout).text()).data.valid).toBe(true)
    // The same page, without a reload.
    await page.getByText("It works").waitFor()
    await page.getByRole("main").getByRole("list").getByRole("link", { name: "First key" }).first().waitFor()
    await page.getByRole("button", { name: "As table" }).click()
    await page.getByRole("cell", { name: "1", exact: true }).waitFor()
    expect(await page.getByRole("columnheader", { name: "VALID" }).count()).toBe(1)
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, location.href]))).not.toContain("kw_root")
  })
})
