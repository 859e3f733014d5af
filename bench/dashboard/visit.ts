import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import { provideTools } from "../../scripts/test/tools.ts"

export interface Call {
  readonly atMs: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export async function openBrowser(): Promise<Browser> {
  const { chromium: executablePath } = await provideTools()
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })
}

/** Creates the first user with a setup link, and stays signed in. */
export async function setUp(context: BrowserContext, setupLink: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(setupLink)
  await page.getByLabel("E-mail address").fill("ada@example.com")
  await page.getByLabel("Your name").fill("Ada")
  await page.getByLabel("Password").fill("correct horse battery staple")
  await page.getByRole("button", { name: "Create account" }).click()
  await page.getByRole("navigation", { name: "Pages" }).waitFor()
  return page
}

/** Milliseconds from a click on a link until the page shows data in every place that waits for some. */
export async function timeClick(page: Page, selector: string): Promise<number> {
  await page.locator(selector).first().waitFor()
  return page.evaluate(
    (found) =>
      new Promise<number>((resolve, reject) => {
        const link = document.querySelector<HTMLAnchorElement>(found)
        if (link === null) return reject(new Error(`There is no link ${found}.`))
        const target = link.pathname
        const heading = document.querySelector("main h1")
        const startedAt = performance.now()
        link.click()
        const check = () => {
          const main = document.querySelector("main")
          const shown = main?.querySelector("h1") ?? heading
          const isThere = location.pathname === target && shown !== heading
          const isWaiting = main?.querySelector("[class*=skeleton], [aria-busy=true]") != null
          if (isThere && !isWaiting) return resolve(performance.now() - startedAt)
          if (performance.now() - startedAt > 20_000) return reject(new Error(`${target} shows no data.`))
          requestAnimationFrame(check)
        }
        requestAnimationFrame(check)
      }),
    selector,
  )
}

/** The calls that an open page makes in a while. */
export async function recordCalls(page: Page, durationMs: number): Promise<readonly Call[]> {
  const startedAt = performance.now()
  const calls: Promise<Call>[] = []
  page.on("request", (request) => {
    const body = request.postData()
    if (body === null) return
    const atMs = performance.now() - startedAt
    const path = new URL(request.url()).pathname
    calls.push(request.allHeaders().then((headers) => ({ atMs, path, headers: sendable(headers), body })))
  })
  await page.waitForTimeout(durationMs)
  page.removeAllListeners("request")
  return Promise.all(calls)
}

function sendable(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = ["cookie", "origin", "content-type", "keyward-workspace"]
  return Object.fromEntries(Object.entries(headers).filter(([name]) => kept.includes(name)))
}
