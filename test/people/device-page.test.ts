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
    const form = page.locator('[data-form="sign-in"]')
    await form.locator('[name="email"]').fill(email)
    await form.locator('[name="password"]').fill(password)
    await form.locator("button").first().click()
    await page.waitForURL(`${origin()}/device`)
  }
  const typeCode = async (page: Page, code: string) => {
    await page.locator('[name="userCode"]').fill(code)
    await page.locator('[data-form="code"] button').click()
  }

  test("leads from the sign-in to a terminal with a key, and warns on the way", async () => {
    const page = await openAs("owner")
    const terminal = await startTerminal(server, "<b>ada</b>@laptop")
    await typeCode(page, terminal.userCode.toLowerCase())
    await page.locator("[data-login]").waitFor()
    expect(await page.locator("[data-terminal]").textContent()).toBe("<b>ada</b>@laptop")
    expect(await page.locator("[data-code]").textContent()).toBe(terminal.userCode)
    expect(await page.locator(".warning").textContent()).toContain("If another person sent you the code")
    expect(page.url()).toBe(`${origin()}/device`)
    await page.locator('[name="access"]').selectOption("verify")
    await page.locator('[data-form="approve"] button').first().click()
    await page.locator("[data-message].good").waitFor()
    const { status, rootKey } = await collect(server, terminal)
    expect(status).toBe("approved")
    expect(await server.ok("rootKeys.getRootKey", {}, { key: rootKey })).toMatchObject({
      permissions: ["api.*.verify_key"],
    })
  })

  test("refuses a terminal, and explains a wrong code", async () => {
    const page = await openAs("owner")
    await typeCode(page, "BBBB-BBBB")
    await page.locator("[data-message]:not([hidden])").waitFor()
    expect(await page.locator("[data-message]").textContent()).toContain("No sign-in is waiting for this code.")
    const terminal = await startTerminal(server)
    await typeCode(page, terminal.userCode)
    await page.locator('[data-action="deny"]').click()
    await page.locator("[data-message].good").waitFor()
    expect(await collect(server, terminal)).toEqual({ status: "denied" })
  })

  test("asks for a new sign-in after ten minutes, and returns", async () => {
    const page = await openAs("owner", "ada@example.com")
    clock.now += 600_000
    await typeCode(page, (await startTerminal(server)).userCode)
    await page.locator('[data-form="approve"] button').first().click()
    await page.locator("[data-sign-in-again] button").click()
    await signIn(page, "ada@example.com")
    const terminal = await startTerminal(server)
    await typeCode(page, terminal.userCode)
    await page.locator('[data-form="approve"] button').first().click()
    await page.locator("[data-message].good").waitFor()
    expect((await collect(server, terminal)).status).toBe("approved")
  })

  test("tells a person who may not create root keys to ask an owner", async () => {
    const page = await openAs("developer")
    await typeCode(page, (await startTerminal(server)).userCode)
    await page.locator("[data-login]").waitFor()
    expect(await page.locator("[data-message]").textContent()).toContain("Ask an owner")
    const buttons = page.locator('[data-form="approve"] button')
    expect([await buttons.first().isVisible(), await buttons.last().isVisible()]).toEqual([false, true])
  })
})
