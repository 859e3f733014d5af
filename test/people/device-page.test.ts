import { afterEach, describe, expect, test } from "bun:test"
import type { BrowserContext, Page } from "playwright-core"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { openBrowser } from "../services/browser.ts"
import { collect, startTerminal } from "./device-login.ts"
import { addPerson, password } from "./person.ts"

const browser = openBrowser()

describe("the page for terminals", () => {
  const clock = { now: Date.now() }
  const server = serveKeyward({ engine: "sqlite", clock })
  const origin = () => server.url.replace("127.0.0.1", "localhost")
  const contexts: BrowserContext[] = []
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
  })

  /** Opens the page without a session, and signs in on the way. */
  async function openAs(role: "owner" | "developer", email = `${crypto.randomUUID()}@example.com`): Promise<Page> {
    await addPerson(server, { ...server, role, email })
    const context = await browser().newContext()
    contexts.push(context)
    const page = await context.newPage()
    await page.goto(`${origin()}/device`)
    await signIn(page, email)
    return page
  }
  const signIn = async (page: Page, email: string) => {
    await page.waitForURL(`${origin()}/sign-in?next=/device`)
    const form = page.locator('form[name="sign-in"]')
    await form.locator('[name="email"]').fill(email)
    await form.locator('[name="password"]').fill(password)
    await form.getByRole("button", { name: "Sign in" }).click()
    await page.waitForURL(`${origin()}/device`)
  }
  const approve = (page: Page) => page.getByRole("button", { name: "Sign the terminal in" }).click()
  const factOf = (page: Page, name: string) =>
    page.locator("dt", { hasText: name }).locator("xpath=following-sibling::dd").first().textContent()
  const typeCode = async (page: Page, code: string) => {
    await page.locator('[name="userCode"]').fill(code)
    await page.getByRole("button", { name: "Continue" }).click()
  }

  test("leads from the sign-in to a terminal with a key, and warns on the way", async () => {
    const page = await openAs("owner")
    const terminal = await startTerminal(server, "<b>ada</b>@laptop")
    await typeCode(page, terminal.userCode.toLowerCase())
    expect(await factOf(page, "Terminal")).toBe("It calls itself “<b>ada</b>@laptop”.")
    expect(await factOf(page, "Code")).toBe(terminal.userCode)
    expect(await page.getByRole("status").textContent()).toContain("If another person sent you the code")
    expect(page.url()).toBe(`${origin()}/device`)
    await page.locator('[name="access"]').selectOption("verify")
    await approve(page)
    await page.getByText("The terminal is signed in.").waitFor()
    const { status, rootKey } = await collect(server, terminal)
    expect(status).toBe("approved")
    expect(await server.ok("rootKeys.getRootKey", {}, { key: rootKey })).toMatchObject({
      permissions: ["api.*.verify_key"],
    })
  })

  test("refuses a terminal, and explains a wrong code", async () => {
    const page = await openAs("owner")
    await typeCode(page, "BBBB-BBBB")
    expect(await page.getByRole("alert").textContent()).toContain("No sign-in is waiting for this code.")
    const terminal = await startTerminal(server)
    await typeCode(page, terminal.userCode)
    await page.getByRole("button", { name: "Refuse" }).click()
    await page.getByText("You have refused.").waitFor()
    expect(await collect(server, terminal)).toEqual({ status: "denied" })
  })

  test("asks for a new sign-in after ten minutes, and does what the person chose before", async () => {
    const page = await openAs("owner")
    clock.now += 600_000
    const terminal = await startTerminal(server)
    await typeCode(page, terminal.userCode)
    await page.locator('[name="access"]').selectOption("verify")
    await approve(page)
    await page.locator('form[name="sign-in"] [name="password"]').fill(password)
    expect(await page.locator('[name="access"]').isVisible()).toBe(false)
    expect(await collect(server, terminal)).toEqual({ status: "pending" })
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByText("The terminal is signed in.").waitFor()
    const { status, rootKey } = await collect(server, terminal)
    expect(status).toBe("approved")
    expect(await server.ok("rootKeys.getRootKey", {}, { key: rootKey })).toMatchObject({
      permissions: ["api.*.verify_key"],
    })
  })

  test("asks a person who signed in long ago before the code", async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const page = await openAs("owner", email)
    // The browser compares with its own clock.
    await page.clock.setFixedTime(clock.now + 600_000)
    await page.reload()
    const form = page.locator('form[name="sign-in"]')
    expect(await form.locator('[name="email"]').inputValue()).toBe(email)
    expect(await page.locator('[name="userCode"]').count()).toBe(0)
    clock.now += 600_000
    await form.locator('[name="password"]').fill(password)
    await form.getByRole("button", { name: "Sign in" }).click()
    await page.locator('[name="userCode"]').waitFor()
  })

  test("tells a person who may not create root keys to ask an owner, and lets this person refuse", async () => {
    const page = await openAs("developer")
    const terminal = await startTerminal(server)
    await typeCode(page, terminal.userCode)
    await page.getByText("Ask an owner").waitFor()
    expect(await page.getByRole("button", { name: "Sign the terminal in" }).count()).toBe(0)
    await page.getByRole("button", { name: "Refuse" }).click()
    await page.getByText("You have refused.").waitFor()
    expect(await collect(server, terminal)).toEqual({ status: "denied" })
  })
})
