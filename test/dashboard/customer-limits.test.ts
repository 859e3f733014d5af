import { expect, test } from "bun:test"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { openBrowser } from "../services/browser.ts"
import { ownersPages } from "./visit.ts"

const browser = openBrowser()
const server = serveKeyward({ engine: "sqlite" })
const { addressOf, pageAt } = ownersPages(browser, server)

test("people see which keys a limit of their customer does not reach, before saving it, and change that", async () => {
  const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
  const create = (fields: object) => server.ok("keys.createKey", { apiId, externalId: "acme", ...fields })
  const own = [
    { name: "requests", limit: 500, duration: 60_000, autoApply: true },
    { name: "tokens", limit: 9, duration: 1_000, autoApply: true },
  ]
  const { keyId } = await create({ name: "Big one", ratelimits: own })
  await create({ name: "Usual one" })
  const { id } = await server.ok("identities.getIdentity", { identity: "acme" })

  const page = await pageAt(`/customers/${id}?tab=limits`)
  await page.getByRole("button", { name: "Add a limit" }).click()
  const beaten = page.getByRole("table", { name: "Keys with a limit requests of their own" })
  await beaten.getByRole("row", { name: /Big one.*500 per minute/ }).waitFor()
  expect(await beaten.getByText("Usual one").count()).toBe(0)
  await page.getByRole("button", { name: "Save limits" }).click()
  await page.getByText("Saved. Every verification counts against these limits now.").waitFor()

  await page.goto(addressOf(`/keys/${keyId}`))
  await page.getByText("0 of 500 per minute · instead of the customer's 100 per minute").waitFor()

  await page.goto(addressOf(`/customers/${id}?tab=limits`))
  await beaten.getByRole("button", { name: "Remove its limit" }).click()
  await page.getByText("Big one uses the limit of the customer now.").waitFor()
  await beaten.waitFor({ state: "detached" })
  const { ratelimits } = await server.ok("keys.getKey", { keyId })
  expect(ratelimits).toMatchObject([{ name: "tokens", limit: 9, duration: 1_000, autoApply: true }])
})
