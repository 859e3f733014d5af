import { describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { addPerson } from "../people/person.ts"
import { expectReadable } from "../services/accessibility.ts"
import { openBrowser } from "../services/browser.ts"
import { customerPages } from "./customer-pages.ts"
import { addCookies } from "./visit.ts"

const browser = openBrowser()

describe("people", () => {
  // The second day of a period that began on the 15th.
  const clock = { now: Date.UTC(2026, 9, 16, 12) }
  const { server, open, addressOf, pageAt, createKey, verify, pathOf } = customerPages(browser, { clock })
  const spend = (key: string, cost: number) => verify(key, { credits: { cost } })
  const customer = (externalId: string) => server.ok("identities.getIdentity", { externalId })
  const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true })

  test("set a quota, see how much is used, correct it, and remove it", async () => {
    const { key } = await createKey({ externalId: "metered" })
    const page = await pageAt(await pathOf("metered"))
    await card(page, "Quota").getByText("None. Nothing limits").waitFor()
    await card(page, "Quota").getByRole("button", { name: "Set quota" }).click()
    const dialog = page.getByRole("dialog")
    // The keyboard alone is enough.
    await dialog.locator("input:focus").waitFor()
    await page.keyboard.press("Control+a")
    await page.keyboard.type("1,000")
    await dialog.getByLabel("Billing day").fill("15")
    await dialog.getByLabel("Beyond the quota").selectOption("Allow up to …")
    await dialog.getByLabel("Overage at most").fill("200")
    await page.keyboard.press("Enter")
    await page.getByText("Saved the quota.").waitFor()
    expect(await customer("metered")).toMatchObject({
      billingDay: 15,
      quota: { limit: 1_000, interval: "monthly", overage: 200 },
    })
    expect([await spend(key, 900), await spend(key, 200)]).toEqual(["VALID", "VALID"])
    await page.reload()
    await card(page, "Quota").getByText("1,000 of 1,000 used this month").waitFor()
    await card(page, "Quota").getByText("100 of 200 as overage").waitFor()
    await card(page, "Quota").getByText("Every month on day 15, next on Nov 15, 2026 UTC").waitFor()
    expect(await card(page, "Quota").getByRole("meter").first().getAttribute("aria-valuenow")).toBe("1000")

    await card(page, "Quota").getByRole("button", { name: "Correct count" }).click()
    await dialog.getByLabel("Used, corrected").fill("250")
    await page.keyboard.press("Enter")
    await page.getByText("The count is 250 of 1,000 now.").waitFor()
    await card(page, "Quota").getByText("250 of 1,000 used this month").waitFor()

    await card(page, "Quota").getByRole("button", { name: "Edit quota" }).click()
    expect(await dialog.getByRole("button", { name: "Save" }).isDisabled()).toBe(true)
    await dialog.getByLabel("Beyond the quota").selectOption("Pay as you go, without a bound")
    await dialog.getByRole("button", { name: "Save" }).click()
    await card(page, "Quota").getByText("Pay as you go, without a bound").waitFor()
    expect((await customer("metered")).quota).toMatchObject({ limit: 1_000, overage: null, used: 250 })
    await card(page, "Quota").getByRole("button", { name: "Edit quota" }).click()
    await dialog.getByRole("button", { name: "Remove quota" }).click()
    await card(page, "Quota").getByText("None. Nothing limits").waitFor()
    const earlier = "Earlier quota, monthly from Oct 15, 2026 UTC: 250 used, 100 as overage"
    await card(page, "Quota").getByText(earlier).waitFor()
    expect((await customer("metered")).quota).toBeUndefined()
    await page.getByRole("button", { name: "Undo" }).click()
    await card(page, "Quota").getByText("250 of 1,000 used this month").waitFor()
  })

  test("see a customer that is used up, top it up with a payment that counts once, and read the ledger", async () => {
    await server.ok("identities.createIdentity", {
      externalId: "prepaid",
      quota: { limit: 100, interval: "monthly" },
      credits: { remaining: 40 },
    })
    const { key } = await createKey({ externalId: "prepaid" })
    expect([await spend(key, 100), await spend(key, 40), await spend(key, 1)]).toEqual([
      "VALID",
      "VALID",
      "USAGE_EXCEEDED",
    ])
    const page = await pageAt(await pathOf("prepaid"), {}, /409/)
    await page.getByText("The quota and all credits are used up.").waitFor()
    await page.getByRole("heading", { name: "prepaid" }).getByText("Used up").waitFor()
    const dialog = page.getByRole("dialog")
    const topUp = async (amount: string) => {
      await card(page, "Credits").getByRole("button", { name: "Top up" }).click()
      await dialog.locator("input:focus").waitFor()
      await page.keyboard.type(amount)
      await dialog.getByLabel("Reference").fill("pi_1")
    }
    // Two clicks and the amount.
    await topUp("5000")
    await dialog.getByText("0 now, 5,000 after that.").waitFor()
    await dialog.getByRole("button", { name: "Top up" }).click()
    await page.getByText("5,000 credits are left now.").waitFor()
    await page.getByText("The quota and all credits are used up.").waitFor({ state: "detached" })
    expect(await spend(key, 30)).toBe("VALID")

    await topUp("5000")
    await page.keyboard.press("Enter")
    await dialog.getByText("Nothing has changed: this reference was counted before").waitFor()
    await dialog.getByLabel("Credits to add").fill("6000")
    await page.keyboard.press("Enter")
    await dialog.getByText('The reference "pi_1" was used for').waitFor()
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await dialog.waitFor({ state: "detached" })
    expect((await customer("prepaid")).credits).toMatchObject({ remaining: 4_970 })

    await page.getByRole("tab", { name: "Quota and credits" }).click()
    const ledger = page.getByRole("table", { name: "Changes of the balance" })
    await ledger.getByText("added credits for pi_1").waitFor()
    const cells = await ledger
      .getByRole("row")
      .evaluateAll((rows) =>
        rows.slice(1).map((row) => [...row.querySelectorAll("th, td")].map(({ textContent }) => textContent ?? "")),
      )
    expect(
      cells.map(([what = "", _when, ...numbers]) => [what.replace(/^Root key \S+/, "Root key"), ...numbers]),
    ).toEqual([
      ["Spent by verifications", "−30", "4,970"],
      ["Mara Klein added credits for pi_1", "+5,000", "5,000"],
      ["Spent by verifications", "−40", "0"],
      ["Root key created the customer", "+40", "40"],
    ])
    await page.getByRole("button", { name: "More changes of the credits" }).click()
    await page.getByRole("menuitem", { name: "Remove credits" }).click()
    await dialog.getByText("4,970 credits are lost. The quota alone limits what its keys use.").waitFor()
    await dialog.getByRole("button", { name: "Remove credits" }).click()
    await ledger.getByText("removed the credits").waitFor()
    expect((await customer("prepaid")).credits).toBeUndefined()
  })

  test("read on the page of a key which balance stops it, and get to where that is changed", async () => {
    const quota = { limit: 10, interval: "weekly", overage: 5 }
    await server.ok("identities.createIdentity", { externalId: "spender", quota })
    const shared = await createKey({ externalId: "spender" })
    const capped = await createKey({ externalId: "spender", credits: { remaining: 1 } })
    expect([await spend(capped.key, 1), await spend(shared.key, 9)]).toEqual(["VALID", "VALID"])
    const page = await pageAt(`/keys/${shared.keyId}`)
    await card(page, "Credits").getByText("0 left").waitFor()
    const title = page.getByRole("heading", { level: 1 })
    // The customer may still use overage.
    await title.getByText("Active").waitFor()
    expect(await page.getByText("has used up").count()).toBe(0)
    expect(await spend(shared.key, 5)).toBe("VALID")
    await page.getByText("The customer spender has used up its quota").waitFor()
    await title.getByText("Customer used up").waitFor()
    await page.getByRole("listitem").filter({ hasText: "Customer0 left" }).waitFor()

    await page.goto(addressOf(`/keys/${capped.keyId}`))
    await page.getByText("The key itself has no credits left").waitFor()
    await title.getByText("No credits").waitFor()
    await page.getByRole("button", { name: "Add credits" }).click()
    await page.getByLabel("Amount").fill("7")
    await page.getByRole("button", { name: "Change balance" }).click()
    // Now the customer is what stops it.
    await page.getByText("The customer spender has used up its quota").waitFor()
    await page.getByRole("link", { name: "Top up the customer" }).click()
    await card(page, "Credits").getByRole("button", { name: "Top up" }).click()
    await page.getByRole("dialog").locator("input:focus").waitFor()
    await page.keyboard.type("20")
    await page.keyboard.press("Enter")
    await card(page, "Credits").getByText("20 left").waitFor()
    expect(await spend(capped.key, 1)).toBe("VALID")
    await page.goto(addressOf(`/keys/${capped.keyId}`))
    await title.getByText("Active").waitFor()
    expect(await page.getByText("has used up").count()).toBe(0)
  })

  test("find the top-up in the palette, and a viewer reads why it has none", async () => {
    const { id } = await server
      .ok("identities.createIdentity", {
        externalId: "viewed",
        quota: { limit: 100, interval: "weekly" },
        credits: { remaining: 7 },
      })
      .then(() => customer("viewed"))
    const page = await pageAt(`/customers/${id}`)
    await card(page, "Credits").getByText("7 left").waitFor()
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox").fill("top up this")
    await page.getByRole("option", { name: "Top up this customer" }).click()
    await page.getByRole("dialog").getByLabel("Credits to add").fill("3")
    await page.keyboard.press("Enter")
    await card(page, "Credits").getByText("10 left").waitFor()

    const { cookie } = await addPerson(server, { ...server, role: "viewer" })
    const viewed = await open()
    await addCookies(viewed, server, cookie)
    await viewed.goto(addressOf(`/customers/${id}`))
    await card(viewed, "Credits").getByText("Needs update_credits. Owners and admins have it").waitFor()
    await card(viewed, "Quota").getByText("Needs set_plan. Owners and admins have it").waitFor()
    expect(await viewed.getByRole("button", { name: /Top up|quota|count|More changes/ }).count()).toBe(0)
  })

  test("use the dialogs in both themes and widths", async () => {
    await server.ok("identities.createIdentity", {
      externalId: "dressed",
      quota: { limit: 100, interval: "daily", overage: 50 },
      credits: { remaining: 7 },
    })
    const page = await pageAt(`${await pathOf("dressed")}?tab=billing`)
    for (const [button, shows] of [
      ["Top up", "Credits to add"],
      ["Edit quota", "Overage at most"],
      ["Correct count", "Used, corrected"],
    ] as const) {
      await page.getByRole("button", { name: button, exact: true }).click()
      const field = page.getByRole("dialog").getByLabel(shows)
      await field.waitFor()
      await expectReadable(page, () => field.waitFor())
      await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "detached" })
    }
  })
})
