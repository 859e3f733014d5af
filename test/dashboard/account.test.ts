import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test"
import { startKeyward, type TestServer } from "../harness.ts"
import { originOf } from "../people/passkeys.ts"
import { addPerson, password } from "../people/person.ts"
import { openBrowser } from "../services/browser.ts"
import { startOidcProvider, type TestProvider } from "../services/oidc-provider.ts"

setDefaultTimeout(120_000)

const browser = openBrowser()
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

test("a person links the account at the provider in the dashboard, and unlinks it", async () => {
  const person = await addPerson(server, { ...server, role: "viewer" })
  provider.person = { subject: "ada", email: "elsewhere@example.org", isVerified: false, name: "Ada" }
  const context = await browser().newContext()
  const page = await context.newPage()
  const at = (path: string) => `${originOf(server)}${path}`
  const account = `/w/${server.workspaceId}/account`
  await page.goto(at(`/sign-in?next=${account}`))
  await page.locator('[data-form="sign-in"] [name="email"]').fill(person.email)
  await page.locator('[data-form="sign-in"] [name="password"]').fill(password)
  await page.locator('[data-form="sign-in"] button').click()
  await page.getByRole("button", { name: "Link your account" }).click()
  await page.waitForURL((url) => url.origin === originOf(server) && !url.pathname.startsWith("/w/"))
  await page.goto(at(account))
  await page.getByRole("button", { name: "Unlink the account at" }).click()
  await page.getByRole("button", { name: "Unlink", exact: true }).click()
  await page.getByRole("button", { name: "Link your account" }).waitFor()
  expect(await page.getByRole("table", { name: "Linked accounts" }).count()).toBe(0)
  await context.close()
})
