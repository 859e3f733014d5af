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

/** Far more than a step needs, and less than the limit per test, so that the error says which step did not end. */
const timeout = 120_000

export type TestBrowser = Pick<Browser, "newContext">

/** A browser for all tests of a `describe` block. */
export function openBrowser(): () => TestBrowser {
  let browser: Browser
  beforeAll(async () => {
    const executablePath = process.env.KEYWARD_TEST_CHROMIUM
    if (executablePath === undefined) throw new Error("KEYWARD_TEST_CHROMIUM is not set: run the tests by npm test.")
    browser = await chromium.launch({ executablePath, args: flags, timeout })
  })
  afterAll(() => browser.close())
  const newContext: Browser["newContext"] = async (options) => {
    const context = await browser.newContext(options)
    context.setDefaultTimeout(timeout)
    return context
  }
  return () => ({ newContext })
}
