import { afterEach, beforeAll, expect } from "bun:test"
import type { Page, Response } from "playwright-core"
import type { TestServer } from "../harness/harness.ts"
import { visitor as anyone, cookieOf, password, setupToken } from "../people/person.ts"
import type { TestBrowser } from "../services/browser.ts"
import { type BorrowedSession, desktop, type SessionOptions } from "../services/browser-session.ts"

export interface Owner {
  readonly email: string
  readonly name: string
}

export const owner: Owner = { email: "mara@acme.dev", name: "Mara Klein" }

interface VisitOptions extends SessionOptions {
  readonly viewport?: { readonly width: number; readonly height: number }
  /** In a browser session that no other test has, for changes that cannot be taken back. */
  readonly isAlone?: boolean
}

/** Opens pages as people do, each in a browser session without cookies and storage, and watches their consoles. */
export function visitor(browser: () => TestBrowser) {
  const sessions: BorrowedSession[] = []
  const watch = consoleWatcher()
  afterEach(async () => {
    for (const session of sessions.splice(0)) await session.giveBack()
  })
  return async (options: VisitOptions = {}, expected?: RegExp): Promise<Page> => {
    const { viewport, isAlone = false, ...own } = options
    const session = isAlone ? await startAlone(browser(), own) : await browser().borrowSession(own)
    sessions.push(session)
    const page = await session.context.newPage()
    if (viewport !== undefined) await page.setViewportSize(viewport)
    watch(page, expected)
    return page
  }
}

async function startAlone(browser: TestBrowser, options: SessionOptions): Promise<BorrowedSession> {
  const context = await browser.newContext({ viewport: desktop, ...options })
  return { context, giveBack: () => context.close() }
}

/** Every test fails on an error or a warning in the console of a watched page, and shows what the server answered. */
export function consoleWatcher() {
  const problems: Promise<string>[] = []
  afterEach(async () => {
    expect(await Promise.all(problems.splice(0))).toEqual([])
  })
  /** Browsers also report what a test wants to happen, such as a refused call. */
  return (page: Page, expected?: RegExp): void => {
    const refused = new Map<string, Response>()
    page.on("response", (response) => {
      if (response.status() >= 400) refused.set(response.url(), response)
    })
    page.on("pageerror", (error) => problems.push(Promise.resolve(error.message)))
    page.on("console", (message) => {
      const isProblem = message.type() === "error" || message.type() === "warning"
      if (!isProblem || expected?.test(message.text())) return
      const { url } = message.location()
      problems.push(describeRefusal(refused.get(url)).then((about) => `${message.text()} ${url}${about}`))
    })
  }
}

/** What was sent and what came back. A page that is closed no longer has its bodies. */
async function describeRefusal(response: Response | undefined): Promise<string> {
  if (response === undefined) return ""
  const body = await response.text().catch(() => "")
  return `\n${response.request().postData() ?? ""}\n${body}`
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
  let cookie = ""
  beforeAll(async () => {
    const { workspaceId } = server
    const input = { ...owner, token: await setupToken(server), password, workspaceId }
    const reply = await server.call("setup.createFirstUser", input, anyone)
    if (reply.status !== 200) throw new Error(`The setup was refused: ${reply.text}`)
    cookie = cookieOf(reply)
  })
  const addressOf = (path: string) => `${originOf(server)}/w/${server.workspaceId}${path}`
  const actAsOwner = (page: Page) => addCookies(page, server, cookie)
  return {
    open,
    actAsOwner,
    addressOf,
    async pageAt(path: string, ...[options, expected]: Parameters<typeof open>): Promise<Page> {
      const page = await open(options, expected)
      await actAsOwner(page)
      await page.goto(addressOf(path))
      return page
    },
  }
}

/** As if a person had signed in to the server with this browser before. */
export async function addCookies(page: Page, server: TestServer, cookies: string): Promise<void> {
  const attributes = { url: originOf(server), httpOnly: true, sameSite: "Lax" } as const
  const pairs = cookies.split("; ").map((cookie) => cookie.split("="))
  await page.context().addCookies(pairs.map(([name = "", value = ""]) => ({ name, value, ...attributes })))
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
