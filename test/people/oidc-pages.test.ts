import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { startKeyward, type TestServer } from "../harness/harness.ts"
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
    const continueWithProvider = () => page.getByRole("link", { name: "Continue with" }).click()
    const unlinking = page.getByRole("button", { name: "Unlink the account at" })
    await page.goto(at("/sign-in"))
    await continueWithProvider()
    await page.getByRole("heading", { name: "You cannot sign in this way yet" }).waitFor()

    await page.goto(at("/account"))
    await page.getByLabel("E-mail address").fill(person.email)
    await page.getByLabel("Password").fill(password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByRole("button", { name: "Link your account" }).click()
    await unlinking.waitFor()

    // The dashboard would notice that the session is gone, and navigate.
    await page.goto("about:blank")
    await context.clearCookies()
    await page.goto(at("/account"))
    await page.waitForURL(/sign-in/)
    await continueWithProvider()
    await unlinking.click()
    await page.getByRole("button", { name: "Unlink", exact: true }).click()
    await page.getByRole("button", { name: "Link your account" }).waitFor()
    expect(await page.getByRole("table", { name: "Linked accounts" }).count()).toBe(0)
    await context.close()
  })
})
