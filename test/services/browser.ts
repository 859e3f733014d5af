import { afterAll, beforeAll } from "bun:test"
import { type Browser, type BrowserContext, chromium } from "playwright-core"
import { type BorrowedSession, borrowSession, endUnusualSessions, type SessionOptions } from "./browser-session.ts"

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--process-per-site",
  // Scripts of tests run for seconds: the last stage of compilation costs a sixth of the processor time of the browser.
  "--js-flags=--no-opt",
]

/** Far more than a step needs, and less than the limit per test, so that the error says which step did not end. */
const timeout = 120_000

export interface TestBrowser extends Pick<Browser, "newContext"> {
  /** A session as new, which no other borrower has. */
  borrowSession(options?: SessionOptions): Promise<BorrowedSession>
}

/** A browser for all tests of a `describe` block. Its contexts end with the block, and so do sessions with unusual options. */
export function openBrowser(): () => TestBrowser {
  const contexts: BrowserContext[] = []
  let browser: Browser
  beforeAll(async () => {
    browser = await launchOnce()
  })
  afterAll(async () => {
    for (const context of contexts) await context.close()
    await endUnusualSessions()
  })
  const newContext: Browser["newContext"] = async (options) => {
    const context = await browser.newContext(options)
    contexts.push(context)
    context.setDefaultTimeout(timeout)
    return context
  }
  const borrow: TestBrowser["borrowSession"] = async (options = {}) => {
    const session = await borrowSession(browser, options)
    session.context.setDefaultTimeout(timeout)
    return session
  }
  return () => ({ newContext, borrowSession: borrow })
}

let launched: Promise<Browser> | undefined

/** One for all test files of a process, with which it ends: a start takes a second of the processor. */
function launchOnce(): Promise<Browser> {
  const executablePath = process.env.KEYWARD_TEST_CHROMIUM
  if (executablePath === undefined) throw new Error("KEYWARD_TEST_CHROMIUM is not set: run the tests by npm test.")
  launched ??= chromium.launch({ executablePath, args: flags, timeout })
  return launched
}
