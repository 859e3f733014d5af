import { afterAll, beforeAll } from "bun:test"
import { type Browser, chromium } from "playwright-core"

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

/** A browser for all tests of a `describe` block. */
export function openBrowser(): () => Browser {
  let browser: Browser
  beforeAll(async () => {
    const executablePath = process.env.KEYWARD_TEST_CHROMIUM
    if (executablePath === undefined) throw new Error("KEYWARD_TEST_CHROMIUM is not set: run the tests by npm test.")
    browser = await chromium.launch({ executablePath, args: flags })
  })
  afterAll(() => browser.close())
  return () => browser
}
