import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { startKeyward, type TestServer } from "../harness.ts"
import { openBrowser } from "../services/browser.ts"
import { startOidcProvider, type TestProvider } from "../services/oidc-provider.ts"
import { originOf } from "./passkeys.ts"
import { addPerson, password } from "./person.ts"

const browser = openBrowser()

describe("single sign-on in a browser", () => {
  let provider: TestProvider
  let server: TestServer
  beforeAll(async () => {
    provider = await startOidcProvider()
    server = await startKeyward({ engine: "sqlite" })
    await server.restart(provider.settings)
  })
  afterAll(async () => {
    await server.stop()
    await provider.stop()
  })

  test("a person links the account at the provider, signs in with it, and unlinks it", async () => {
    const person = await addPerson(server, { ...server, role: "viewer" })
    provider.person = { subject: "ada", email: "elsewhere@example.org", isVerified: false, name: "Ada" }
    const context = await browser().newContext()
    const page = await context.newPage()
    const at = (path: string) => `${originOf(server)}${path}`
    await page.goto(at("/sign-in"))
    await page.locator('a[href="/oidc/start"]').click()
    await page.locator("h1", { hasText: "You cannot sign in this way yet" }).waitFor()
    await page.goto(at("/sign-in"))
    await page.locator('[data-form="sign-in"] [name="email"]').fill(person.email)
    await page.locator('[data-form="sign-in"] [name="password"]').fill(password)
    await page.locator('[data-form="sign-in"] button').click()
    await page.waitForURL(at("/"))
    await page.goto(at("/account"))
    await page.locator('[data-action="link-oidc"]').click()
    await page.locator("[data-oidc-accounts] li").waitFor()
    await context.clearCookies()
    await page.goto(at("/sign-in"))
    await page.locator('a[href="/oidc/start"]').click()
    await page.waitForURL(at("/"))
    await page.goto(at("/account"))
    await page.locator("[data-oidc-accounts] li").waitFor()
    expect(await page.locator("[data-who]").textContent()).toContain(person.email)
    page.on("dialog", (dialog) => dialog.accept())
    await page.locator("[data-oidc-accounts] button").click()
    await page.locator("[data-oidc-accounts] li").waitFor({ state: "detached" })
    await context.close()
  })
})
