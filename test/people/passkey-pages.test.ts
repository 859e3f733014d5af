import { afterEach, describe, expect, test } from "bun:test"
import type { BrowserContext, Page } from "playwright-core"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { openBrowser } from "../services/browser.ts"
import { originOf } from "./passkeys.ts"
import { addPerson, inBrowser, password, setupToken } from "./person.ts"

const browser = openBrowser()

describe("passkeys in a browser", () => {
  const clock = { now: Date.now() }
  const server = serveKeyward({ engine: "sqlite", clock })
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
    const shown = page.locator(`form[name="${form}"]`)
    for (const [name, value] of Object.entries(values)) await shown.locator(`[name="${name}"]`).fill(value)
    await shown.locator('button[type="submit"]').click()
  }
  const addPasskey = async (page: Page, name: string) => {
    await page.getByLabel("Name of the device").fill(name)
    await page.getByRole("button", { name: "Add passkey" }).click()
  }
  const removalOf = (page: Page) => page.getByRole("button", { name: /^Remove the passkey/ })
  const signInWithPasskey = async (page: Page) => {
    await page.goto(at("/sign-in"))
    await page.getByRole("button", { name: "Sign in with a passkey" }).click()
    await page.waitForURL(at("/"))
  }

  test("the first user needs only a passkey, with a password as the other choice", async () => {
    const page = await openDevice()
    await page.goto(`${at("/setup")}#${await setupToken(server)}`)
    // A device that keeps passkeys itself is asked for one first.
    await page.getByRole("button", { name: "Use a password" }).click()
    await page.getByLabel("Password", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Use a passkey" }).click()
    expect(await page.getByLabel("Password", { exact: true }).count()).toBe(0)
    await fill(page, "setup", { email: "ada@example.com", name: "Ada" })
    await page.waitForURL(at("/"))
    // The dashboard would notice that the session is gone, and navigate.
    await page.goto("about:blank")
    await page.context().clearCookies()
    await signInWithPasskey(page)
    await page.goto(at("/account"))
    await removalOf(page).waitFor()
    const [event] = await server.events({ workspaceId: "installation", type: "session.created", limit: 1 })
    expect(event?.changes.after).toMatchObject({ method: "passkey" })
  })

  test("an invited person needs only a passkey too", async () => {
    const { url } = await server.ok("members.inviteMember", { email: "grace@example.com", role: "viewer" })
    const page = await openDevice()
    await page.goto(url)
    await page.getByRole("button", { name: "Use a password" }).click()
    await page.getByLabel("Choose a password").waitFor()
    await page.getByRole("button", { name: "Use a passkey" }).click()
    expect(await page.getByLabel("Choose a password").count()).toBe(0)
    await fill(page, "join", { name: "Grace" })
    await page.waitForURL(at(`/w/${server.workspaceId}`))
    await page.goto("about:blank")
    await page.context().clearCookies()
    await signInWithPasskey(page)
    const { userId } = (await server.ok("members.listMembers")).find(({ name }: { name: string }) => name === "Grace")
    const [event] = await server.events({ workspaceId: "installation", type: "user.updated", limit: 1 })
    expect(event).toMatchObject({ actor: { id: userId }, changes: { after: { addedPasskey: expect.anything() } } })
  })

  test("a person adds one in the account, confirms a late change with it, and removes it", async () => {
    const person = await addPerson(server, { ...server, role: "viewer" })
    const page = await openDevice()
    await page.goto(at("/sign-in"))
    await fill(page, "sign-in", { email: person.email, password })
    await page.waitForURL(at("/"))
    await page.goto(at("/account"))
    await addPasskey(page, "<b>Laptop</b>")
    await page.getByRole("cell", { name: "<b>Laptop</b>", exact: true }).waitFor()
    await addPasskey(page, "The same again")
    await page.getByText("This device has a passkey of yours already").waitFor()

    clock.now += 11 * 60 * 1000
    await removalOf(page).click()
    await page.getByRole("button", { name: "Remove passkey", exact: true }).click()
    await page.getByRole("button", { name: "Sign in with a passkey" }).click()
    await removalOf(page).waitFor({ state: "detached" })
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
    await addPasskey(page, "Laptop")
    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" })
    await dialog.waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    expect(await removalOf(page).count()).toBe(0)
    await addPasskey(page, "Laptop")
    await dialog.getByLabel("Password").fill(password)
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click()
    await removalOf(page).waitFor()
  })

  test("a browser without a passkey says so, and the password still works", async () => {
    const person = await addPerson(server, { ...server, role: "viewer" })
    const page = await openDevice()
    await page.goto(at("/sign-in"))
    await page.getByRole("button", { name: "Sign in with a passkey" }).click()
    expect(await page.getByRole("alert").textContent()).toContain("did not use a passkey")
    await fill(page, "sign-in", { email: person.email, password })
    await page.waitForURL(at("/"))
  })
})
