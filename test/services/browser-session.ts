import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core"

/** Options of a new page change nothing in the session, and the state of another session is not shared. */
export type SessionOptions = Omit<BrowserContextOptions, "storageState" | "viewport">

export const desktop = { width: 1440, height: 900 }

export interface BorrowedSession {
  readonly context: BrowserContext
  giveBack(): Promise<void>
}

/** A browser session that tests use one after the other. */
interface Session {
  readonly context: BrowserContext
  readonly options: string
  /** Closes its pages, and clears what a test can leave in it. */
  clear(): Promise<void>
}

/** Those that no test has now, the last used last. */
const idle = new Set<Session>()
const usualOptions = JSON.stringify({})

/** A session without cookies, storage and pages, which nobody else has now. */
export async function borrowSession(browser: Browser, options: SessionOptions): Promise<BorrowedSession> {
  const found = [...idle].findLast((session) => session.options === JSON.stringify(options))
  const session = found ?? (await startSession(browser, options))
  idle.delete(session)
  return {
    context: session.context,
    async giveBack() {
      await session.clear()
      idle.add(session)
    },
  }
}

/** Other test files will hardly need them. */
export async function endUnusualSessions(): Promise<void> {
  for (const session of [...idle].filter(({ options }) => options !== usualOptions)) {
    idle.delete(session)
    await session.context.close()
  }
}

/**
 * A session keeps one page open, so that the process of the site never ends: it keeps the compiled scripts of the
 * dashboard, and a new process takes twice the processor time to show a page. With `--process-per-site`, all pages of a
 * session share it.
 */
async function startSession(browser: Browser, options: SessionOptions): Promise<Session> {
  const context = await browser.newContext({ viewport: desktop, ...options })
  const keeper = await openKeeper(context)
  const cdp = await context.newCDPSession(keeper)
  refuseLastingChanges(context)
  return {
    context,
    options: JSON.stringify(options),
    async clear() {
      for (const page of context.pages()) if (page !== keeper) await page.close()
      await context.unrouteAll({ behavior: "ignoreErrors" })
      await context.setOffline(false)
      await context.clearCookies()
      await clearStorage(cdp)
    },
  }
}

/** It is answered here, because a server ends with its test. The port of a server does not matter for the site. */
async function openKeeper(context: BrowserContext): Promise<Page> {
  const keeper = await context.newPage()
  await keeper.route("http://localhost/", (route) => route.fulfill({ contentType: "text/html", body: "" }))
  await keeper.goto("http://localhost/")
  return keeper
}

async function clearStorage(cdp: CDPSession): Promise<void> {
  await cdp.send("Network.clearBrowserCache")
  await cdp.send("Storage.clearDataForOrigin", { origin: "*", storageTypes: "all" })
}

/** Nothing takes these back, so that the next test would see them. A page has its own scripts, which end with it. */
function refuseLastingChanges(context: BrowserContext): void {
  const refuse = async () => {
    throw new Error("Later tests use this browser session too: ask for a session of its own, with { isAlone: true }.")
  }
  Object.assign(context, {
    addInitScript: refuse,
    exposeBinding: refuse,
    exposeFunction: refuse,
    grantPermissions: refuse,
    setExtraHTTPHeaders: refuse,
    setGeolocation: refuse,
  })
  Object.assign(context.clock, { install: refuse, pauseAt: refuse, setFixedTime: refuse, setSystemTime: refuse })
}
