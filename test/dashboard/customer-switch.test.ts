import { describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { addPerson } from "../people/person.ts"
import { openBrowser } from "../services/browser.ts"
import { customerPages } from "./customer-pages.ts"
import { addCookies } from "./visit.ts"

const browser = openBrowser()

describe("people", () => {
  const { server, open, addressOf, pageAt, createKey, verify, pathOf } = customerPages(browser)
  const effect = (page: Page) => page.getByText(/^In effect after [\d,]+ ms\.$/).first()

  test("stop a customer with one switch, later keys too, and enable it with each key as it was", async () => {
    const [first, second] = [await createKey({ externalId: "unpaid" }), await createKey({ externalId: "unpaid" })]
    const own = await createKey({ externalId: "unpaid", enabled: false })
    const page = await pageAt(await pathOf("unpaid"))
    await page.getByRole("button", { name: "Disable customer" }).click()
    const dialog = page.getByRole("dialog", { name: "Disable unpaid?" })
    await dialog.getByText("Applies to 2 keys immediately.").waitFor()
    expect(await verify(first.key)).toBe("VALID")
    await dialog.getByRole("button", { name: "Disable customer" }).click()
    await effect(page).waitFor()
    const later = await createKey({ externalId: "unpaid" })
    const codes = () => Promise.all([first, second, later, own].map(({ key }) => verify(key)))
    expect(await codes()).toEqual(["DISABLED", "DISABLED", "DISABLED", "DISABLED"])
    await page.getByText("Every key of this customer is refused with DISABLED until").waitFor()
    await page.getByRole("tab", { name: "Keys" }).click()
    await page.getByRole("table").getByText("Customer disabled").nth(2).waitFor()
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox").fill("enable this")
    await page.getByRole("option", { name: "Enable this customer" }).click()
    await page.getByText("Enabled unpaid. Its keys are judged as usual again.").waitFor()
    expect(await codes()).toEqual(["VALID", "VALID", "VALID", "DISABLED"])
  })

  test("find the customers that are disabled", async () => {
    await server.ok("identities.createIdentity", { externalId: "stopped", enabled: false })
    await server.ok("identities.createIdentity", { externalId: "running" })
    const page = await pageAt("/customers")
    await page.getByRole("link", { name: "running" }).waitFor()
    await page.getByLabel("Status").selectOption("Disabled")
    await page.getByRole("link", { name: "running" }).waitFor({ state: "detached" })
    await page.getByRole("row").filter({ hasText: "stopped" }).getByText("Disabled").waitFor()
    await page.getByLabel("Status").selectOption("Active")
    await page.getByRole("link", { name: "running" }).waitFor()
    expect(await page.getByRole("link", { name: "stopped" }).count()).toBe(0)
  })

  test("give permissions to all keys of a customer, and take them away", async () => {
    const { key } = await createKey({ externalId: "reader" })
    const page = await pageAt(`${await pathOf("reader")}?tab=permissions`)
    expect(await verify(key, { permissions: "maps.read" })).toBe("INSUFFICIENT_PERMISSIONS")
    await page.getByLabel("Add permissions").fill("maps.read")
    await page.getByRole("option", { name: /maps\.read/ }).click()
    // Another person adds one at the same time, which stays.
    await server.ok("identities.updateIdentity", { identity: "reader", permissions: ["maps.print"] })
    await page.getByRole("button", { name: "Add", exact: true }).click()
    await page.getByText("Added maps.read.").waitFor()
    expect(await verify(key, { permissions: "maps.read AND maps.print" })).toBe("VALID")
    await page.getByRole("button", { name: "Remove maps.read" }).click()
    await effect(page).waitFor()
    expect(await verify(key, { permissions: "maps.read" })).toBe("INSUFFICIENT_PERMISSIONS")
    await page.getByText("Undo").click()
    await page.getByText("Undone. Every key of this customer holds maps.read again.").waitFor()
    expect(await verify(key, { permissions: "maps.read" })).toBe("VALID")
  })

  test("see where the permissions of a key come from, and limit it to what its customer has too", async () => {
    await server.ok("identities.createIdentity", { externalId: "scoper", permissions: ["tiles.both", "tiles.theirs"] })
    const { keyId, key } = await createKey({ externalId: "scoper", permissions: ["tiles.both", "tiles.own"] })
    const codes = () =>
      Promise.all(["both", "own", "theirs"].map((slug) => verify(key, { permissions: `tiles.${slug}` })))
    expect(await codes()).toEqual(["VALID", "VALID", "VALID"])
    const page = await pageAt(`/keys/${keyId}?tab=permissions`)
    const row = (slug: string) => page.getByRole("listitem").filter({ hasText: slug })
    await row("tiles.both").filter({ hasText: "directcustomer" }).waitFor()
    await row("tiles.theirs")
      .filter({ hasText: /theirscustomer$/ })
      .waitFor()
    expect(await row("tiles.own").textContent()).toBe("tiles.owndirect")
    expect(await page.getByRole("button", { name: /^Remove tiles/ }).count()).toBe(2)
    await page.getByRole("switch", { name: "Scoped to its customer" }).click()
    await row("tiles.own").getByText("customer lacks it").waitFor()
    await row("tiles.theirs").waitFor({ state: "detached" })
    expect(await codes()).toEqual(["VALID", "INSUFFICIENT_PERMISSIONS", "INSUFFICIENT_PERMISSIONS"])
  })

  test("create a scoped key, and read before what it will hold", async () => {
    await server.ok("identities.createIdentity", { externalId: "limited", permissions: ["lists.read"] })
    const page = await pageAt("/keys/new?customer=limited")
    await page.getByText("It holds lists.read (customer limited).").waitFor()
    await page.getByText("Permissions and roles").click()
    await page.getByLabel("Scoped to its customer").check()
    await page.getByText("It holds no permission, and passes only where none is asked for.").waitFor()
    await page.getByRole("button", { name: "CLI" }).click()
    await page.getByText("--scoped").waitFor()
    await page.getByRole("button", { name: "Create key" }).click()
    await page.getByText("This is the only time the key is shown").waitFor()
    const key = (await page.locator("pre").first().textContent()) ?? ""
    expect([await verify(key), await verify(key, { permissions: "lists.read" })]).toEqual([
      "VALID",
      "INSUFFICIENT_PERMISSIONS",
    ])
  })

  test("learn on the page of a key that its customer is disabled, and only those who may enable it can", async () => {
    await server.ok("identities.createIdentity", { externalId: "halted", enabled: false, permissions: ["halts.read"] })
    const { keyId, key } = await createKey({ externalId: "halted" })
    const { cookie } = await addPerson(server, { ...server, role: "viewer" })
    const viewed = await open()
    await addCookies(viewed, server, cookie)
    await viewed.goto(addressOf(`/keys/${keyId}?tab=permissions`))
    const notice = (page: Page) => page.getByRole("status").filter({ hasText: "The customer halted is disabled." })
    await notice(viewed).waitFor()
    expect(await viewed.getByRole("switch", { name: "Scoped to its customer" }).isDisabled()).toBe(true)
    expect(await viewed.getByRole("button", { name: "Enable customer" }).count()).toBe(0)
    await notice(viewed).getByRole("link", { name: "halted" }).click()
    await viewed.getByRole("tab", { name: /^Permissions/ }).click()
    await viewed.getByText("halts.read").waitFor()
    expect(await viewed.getByRole("button", { name: /Enable customer|^Remove|^Add/ }).count()).toBe(0)
    const page = await pageAt(`/keys/${keyId}?tab=permissions`)
    await notice(page).getByRole("button", { name: "Enable customer" }).click()
    await notice(page).waitFor({ state: "detached" })
    expect(await verify(key)).toBe("VALID")
  })

  test("delete a disabled customer, and its keys stay refused unless they choose otherwise", async () => {
    await server.ok("identities.createIdentity", { externalId: "gone", enabled: false })
    const { keyId, key } = await createKey({ externalId: "gone" })
    const page = await pageAt(`${await pathOf("gone")}?tab=settings`)
    await page.getByRole("button", { name: "Delete customer" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Its keys").waitFor()
    expect(await dialog.getByLabel("Its keys").locator("option").allTextContents()).toEqual([
      "Disable them",
      "Delete them",
      "Let them work again",
    ])
    await dialog.getByLabel(/to confirm/).fill("gone")
    await dialog.getByRole("button", { name: "Delete customer" }).click()
    await effect(page).waitFor()
    expect(await verify(key)).toBe("DISABLED")
    expect(await server.ok("keys.getKey", { keyId })).toMatchObject({ enabled: false })
  })
})
