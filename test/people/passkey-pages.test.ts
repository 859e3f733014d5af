import { afterEach, describe, expect, test } from "bun:test"
import type { BrowserContext, Page } from "playwright-core"
import { engines } from "../harness.ts"
import { serveKeyward } from "../serve-keyward.ts"
import { openBrowser } from "../services/browser.ts"
import { originOf } from "./passkeys.ts"
import { addPerson, inBrowser, password, setupToken } from "./person.ts"

const browser = openBrowser()

describe.each([...engines])("passkeys in a browser on %s", (engine) => {
  const clock = { now: Date.now() }
  const server = serveKeyward({ engine, clock })
  const contexts: BrowserContext[] = []
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
  })

  /** A browser with an authenticator of its own, which verifies its user. */
  async function openDevice(): Promise<Page> {
    const context = await browser().newContext()
    contexts.push(context)
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send("WebAuthn.enable")
    await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    page.on("pageerror", (error) => {
      throw error
    })
    return page
  }
  const at = (path: string) => `${originOf(server)}${path}`
  const fill = async (page: Page, form: string, values: Readonly<Record<string, string>>) => {
    const shown = page.locator(`[data-form="${form}"]`)
    for (const [name, value] of Object.entries(values)) await shown.locator(`[name="${name}"]`).fill(value)
    await shown.locator("button:not([type])").click()
  }
  const signInWithPasskey = async (page: Page) => {
    await page.goto(at("/sign-in"))
    await page.locator('[data-action="passkey"]').click()
    await page.waitForURL(at("/"))
  }

  test("the first user adds one during the setup, and signs in with it", async () => {
    const page = await openDevice()
    await page.goto(`${at("/setup")}#${await setupToken(server)}`)
    await page.locator('[data-form="setup"] [name="passkey"]').check()
    await fill(page, "setup", { email: "ada@example.com", name: "Ada", password })
    await page.waitForURL(at("/"))
    // The dashboard would notice that the session is gone, and navigate.
    await page.goto("about:blank")
    await page.context().clearCookies()
    await signInWithPasskey(page)
    await page.goto(at("/account"))
    await page.locator("[data-own-passkeys] li").waitFor()
    expect(await page.locator("[data-who]").textContent()).toContain("Ada")
    const [event] = await server.events({ workspaceId: "installation", type: "session.created", limit: 1 })
    expect(event?.changes.after).toMatchObject({ method: "passkey" })
  })

  test("a person adds one in the account, confirms a late change with it, and removes it", async () => {
    const person = await addPerson(server, { ...server, role: "viewer" })
    const page = await openDevice()
    await page.goto(at("/sign-in"))
    await fill(page, "sign-in", { email: person.email, password })
    await page.waitForURL(at("/"))
    await page.goto(at("/account"))
    await fill(page, "passkey", { name: "<b>Laptop</b>" })
    await page.locator(".message.good").waitFor()
    expect(await page.locator("[data-own-passkeys] strong").textContent()).toBe("<b>Laptop</b>")
    await fill(page, "passkey", { name: "The same again" })
    await page.locator(".message:not(.good):not([hidden])").waitFor()
    expect(await page.locator("[data-message]").textContent()).toContain("has a passkey of yours already")

    clock.now += 11 * 60 * 1000
    page.on("dialog", (dialog) => dialog.accept())
    await page.locator("[data-own-passkeys] button").click()
    await page.locator('dialog [data-action="passkey"]').click()
    await page.locator("[data-own-passkeys] li").waitFor({ state: "detached" })
    expect(await server.ok("account.listSessions", {}, inBrowser(person))).toHaveLength(2)
  })

  test("a cancelled confirmation changes nothing, and a password confirms as well", async () => {
    const person = await addPerson(server, { ...server, role: "viewer" })
    const page = await openDevice()
    await page.goto(at("/sign-in"))
    await fill(page, "sign-in", { email: person.email, password })
    await page.waitForURL(at("/"))
    clock.now += 11 * 60 * 1000
    await page.goto(at("/account"))
    await fill(page, "passkey", { name: "Laptop" })
    await page.locator('[data-action="cancel"]').click()
    await page.locator("dialog").waitFor({ state: "hidden" })
    expect(await page.locator("[data-message]").isHidden()).toBe(true)
    await fill(page, "passkey", { name: "Laptop" })
    await fill(page, "confirm", { password })
    await page.locator("[data-own-passkeys] li").waitFor()
  })

  test("a browser without a passkey says so, and the password still works", async () => {
    const person = await addPerson(server, { ...server, role: "viewer" })
    const page = await openDevice()
    await page.goto(at("/sign-in"))
    await page.locator('[data-action="passkey"]').click()
    await page.locator("[data-message]:not([hidden])").waitFor()
    expect(await page.locator("[data-message]").textContent()).toContain("did not use a passkey")
    await fill(page, "sign-in", { email: person.email, password })
    await page.waitForURL(at("/"))
  })
})
