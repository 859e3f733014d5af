import { beforeAll, describe, expect, test } from "bun:test"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { openBrowser } from "../services/browser.ts"
import { owner, ownersPages } from "./visit.ts"

const browser = openBrowser()
const server = serveKeyward({ engine: "sqlite", watchesNotices: true })
const { addressOf, pageAt } = ownersPages(browser, server)

describe("who did what", () => {
  let apiId: string
  let keyIds: readonly string[]

  beforeAll(async () => {
    ;({ apiId } = await server.ok("apis.createApi", { name: "Payments" }))
    const create = (name: string) => server.ok("keys.createKey", { apiId, name })
    keyIds = (await Promise.all(["First", "Second", "Third"].map(create))).map(({ keyId }) => keyId)
  })

  test("a disabled key says who disabled it, beside the button that enables it", async () => {
    const page = await pageAt(`/keys/${keyIds[0]}`)
    await page.getByRole("button", { name: "Disable", exact: true }).click()
    await page.getByText(/^Disabled by Mara Klein .*Every verification is refused with DISABLED\.$/).waitFor()
    await page.getByRole("button", { name: "Enable", exact: true }).click()
    await page.getByText(/^Disabled by/).waitFor({ state: "detached" })
    expect((await server.ok("keys.getKey", { keyId: keyIds[0] })).enabled).toBe(true)
  })

  test("a key that was created disabled says only that", async () => {
    const { keyId } = await server.ok("keys.createKey", { apiId, name: "Not yet", enabled: false })
    const page = await pageAt(`/keys/${keyId}`)
    await page.getByText("This key is disabled. Every verification is refused with DISABLED.").waitFor()
  })

  test("changes of one request are one row that opens", async () => {
    await server.ok("keys.updateKeys", { keyIds: keyIds.slice(1), enabled: false })
    const page = await pageAt("/events")
    await page.getByText(/^Root key kw_root_.* disabled 2 keys$/).waitFor()
    await page.getByRole("button", { name: "Show the changes" }).first().click()
    await page.getByText(/disabled the key Second$/).waitFor()
    await page.getByText(/disabled the key Third$/).waitFor()
  })

  test("different changes of one request are one sentence", async () => {
    await server.ok("keys.createKey", { apiId, name: "Fourth", externalId: "northwind" })
    const page = await pageAt("/events")
    await page.getByText(/created the customer northwind and created the key Fourth$/).waitFor()
    await page.getByText(/^The operator created the workspace Test and created the root key /).waitFor()
  })

  test("the list is filtered by who and what, in words", async () => {
    const page = await pageAt("/events")
    await page.getByRole("combobox", { name: "What" }).click()
    await page.getByRole("combobox", { name: "Search: What" }).fill("disabled")
    await page.getByRole("option", { name: "Key disabled" }).click()
    expect(page.url()).toContain("type=key.disabled")
    await page.getByText("3 events", { exact: true }).waitFor()
    await page.getByRole("combobox", { name: "Who" }).click()
    await page.getByRole("option", { name: owner.name }).click()
    await page.getByText("1 event", { exact: true }).waitFor()
    await page.getByText(`${owner.name} disabled the key First`).waitFor()
  })

  test("the list begins with what people and programs have done, and notices are one click away", async () => {
    const { keyId, key } = await server.ok("keys.createKey", { apiId, name: "Spent", credits: { remaining: 1 } })
    await server.ok("keys.verifyKey", { key })
    await until(async () => (await server.ok("events.listEvents", { types: ["notices"] })).length > 0)
    const page = await pageAt("/events")
    const notice = page.getByRole("main").getByText(/noticed the end of the credits/)
    const created = page.getByRole("main").getByText(/created the key Spent$/)
    await created.waitFor()
    expect(await notice.count()).toBe(0)
    await page.getByRole("button", { name: "Notices", exact: true, pressed: false }).click()
    await notice.waitFor()
    expect(await created.count()).toBe(0)
    expect(page.url()).toContain("show=notices")
    await page.getByRole("button", { name: "Everything", exact: true }).click()
    await created.waitFor()
    expect(await notice.count()).toBe(1)
    // An address with a type or an actor shows its events, notices too.
    const types = await pageAt("/events?type=credits.exhausted")
    await types.getByText("1 event", { exact: true }).waitFor()
    const byActor = await pageAt("/events?actor=notice")
    await byActor.getByText("1 event", { exact: true }).waitFor()
    await server.ok("keys.deleteKey", { keyId })
  })

  test("an actor or an object that does not exist is an error", async () => {
    const page = await pageAt("/events?actor=rk_nobody", {}, /400/)
    await page.getByText("These filters can match no event").waitFor()
    await page.getByText("actorId no member, root key or key with this id is known here.").waitFor()
    await page.getByRole("button", { name: "Remove the filter Who" }).click()
    await page.getByText(/created the API Payments/).waitFor()
    await page.getByLabel("Object", { exact: true }).fill("key_nothing")
    await page.getByRole("button", { name: "Filter", exact: true }).click()
    await page.getByText("No event is about key_nothing.").waitFor()
  })

  test("the address of a deleted key says who deleted it", async () => {
    await server.ok("keys.deleteKey", { keyId: keyIds[1] })
    const page = await pageAt(`/keys/${keyIds[1]}`, {}, /404/)
    await page.getByRole("heading", { name: "This key was deleted" }).waitFor()
    await page
      .getByText(/deleted the key Second/)
      .first()
      .waitFor()
    await page.goto(addressOf("/keys/key_nobody"))
    await page.getByText("Not found", { exact: true }).waitFor()
  })

  test("a disabled customer says who disabled it, beside its button, and a deleted one who deleted it", async () => {
    const { identityId } = await server.ok("identities.createIdentity", { externalId: "initech" })
    const page = await pageAt(`/customers/${identityId}`, {}, /404/)
    await page.getByRole("button", { name: "Disable customer" }).click()
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Disable/ })
      .click()
    await page.getByText(/^Disabled by Mara Klein .*Every key of this customer is refused with DISABLED/).waitFor()
    await page.getByRole("button", { name: "Enable customer" }).click()
    await page.getByText(/^Disabled by/).waitFor({ state: "detached" })
    await server.ok("identities.deleteIdentity", { identity: identityId })
    await page.reload()
    await page.getByRole("heading", { name: "This customer was deleted" }).waitFor()
    await page
      .getByText(/deleted the customer initech/)
      .first()
      .waitFor()
  })
})
