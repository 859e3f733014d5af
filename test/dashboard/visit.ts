import { afterEach, beforeAll, expect } from "bun:test"
import type { BrowserContext, Page } from "playwright-core"
import type { TestServer } from "../harness/harness.ts"
import { password, setupToken } from "../people/person.ts"
import type { TestBrowser } from "../services/browser.ts"

export interface Owner {
  readonly email: string
  readonly name: string
}

export const owner: Owner = { email: "mara@acme.dev", name: "Mara Klein" }

export interface Visit {
  readonly context: BrowserContext
  readonly page: Page
}

/** Opens pages as people do, each in a new browser session, and watches their consoles. */
export function visitor(browser: () => TestBrowser) {
  const contexts: BrowserContext[] = []
  const watch = consoleWatcher()
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
  })
  return async (options: Parameters<TestBrowser["newContext"]>[0] = {}, expected?: RegExp): Promise<Page> => {
    const context = await browser().newContext({ viewport: { width: 1440, height: 900 }, ...options })
    contexts.push(context)
    const page = await context.newPage()
    watch(page, expected)
    return page
  }
}

/** Every test fails on an error or a warning in the console of a watched page. */
export function consoleWatcher() {
  const problems: string[] = []
  afterEach(() => {
    expect(problems.splice(0)).toEqual([])
  })
  /** Browsers also report what a test wants to happen, such as a refused call. */
  return (page: Page, expected?: RegExp): void => {
    page.on("pageerror", (error) => problems.push(error.message))
    page.on("console", (message) => {
      const isProblem = message.type() === "error" || message.type() === "warning"
      if (isProblem && !expected?.test(message.text())) problems.push(`${message.text()} ${message.location().url}`)
    })
  }
}

/** Where people open the pages of a test server. */
export function originOf({ url }: Pick<TestServer, "url">): string {
  return url.replace("127.0.0.1", "localhost")
}

/** Follows a new setup link to the dashboard of the first workspace. */
export async function setUp(page: Page, server: TestServer): Promise<void> {
  await page.goto(`${originOf(server)}/setup#${await setupToken(server)}`)
  await page.getByLabel("E-mail address").fill(owner.email)
  await page.getByLabel("Your name").fill(owner.name)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Create account" }).click()
  await page.getByRole("heading", { name: "Overview" }).waitFor()
}

/** Opens pages of the first workspace as its owner, who is set up once before the tests. */
export function ownersPages(browser: () => TestBrowser, server: TestServer) {
  const open = visitor(browser)
  let storageState: Awaited<ReturnType<BrowserContext["storageState"]>>
  beforeAll(async () => {
    const context = await browser().newContext()
    await setUp(await context.newPage(), server)
    storageState = await context.storageState()
    await context.close()
  })
  const addressOf = (path: string) => `${originOf(server)}/w/${server.workspaceId}${path}`
  return {
    open,
    addressOf,
    async pageAt(path: string, ...[options, expected]: Parameters<typeof open>): Promise<Page> {
      const page = await open({ storageState, ...options }, expected)
      await page.goto(addressOf(path))
      return page
    },
  }
}

/** Signs in on the page for it. */
export async function signInAs(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel("E-mail address").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await page.getByRole("navigation", { name: "Pages" }).waitFor()
}

/** As if another tab read the stream of events, for a test that waits until a page sends nothing more. */
export async function leaveStreamToOthers(page: Page): Promise<void> {
  await page.addInitScript("navigator.locks.request = () => new Promise(() => {})")
}

/** Counts how often people click or tap on a page. Typing and keys are no clicks. */
export async function clickCounter(
  page: Page,
): Promise<{ readonly clicks: () => number; readonly restart: () => void }> {
  let clicks = 0
  await page.exposeFunction("countClick", () => {
    clicks += 1
  })
  await page.addInitScript(`addEventListener("pointerdown", () => countClick(), true)`)
  return {
    clicks: () => clicks,
    restart() {
      clicks = 0
    },
  }
}
