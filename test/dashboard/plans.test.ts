import { describe, expect, test } from "bun:test"
import { until } from "../harness/until.ts"
import { addPerson } from "../people/person.ts"
import { openBrowser } from "../services/browser.ts"
import { customerPages } from "./customer-pages.ts"
import { addCookies } from "./visit.ts"

const browser = openBrowser()

describe("people", () => {
  const { server, open, addressOf, pageAt, createKey, verify, pathOf } = customerPages(browser)

  test("create a plan, give it to a customer, and change it for all its customers at once", async () => {
    const { key } = await createKey({ externalId: "acme" })
    const page = await pageAt("/plans")
    await page.getByText("No plans yet").waitFor()
    await page.getByRole("button", { name: "Create plan" }).click()
    const dialog = page.getByRole("dialog", { name: "Create plan" })
    await dialog.getByLabel("Name").fill("pro")
    await dialog.getByLabel("Keys per customer").fill("none")
    await dialog.getByText("Type a whole number, or nothing.").waitFor()
    expect(await dialog.getByRole("button", { name: "Create plan" }).isDisabled()).toBe(true)
    await dialog.getByLabel("Keys per customer").fill("2")
    await dialog.getByRole("button", { name: "Add a limit" }).click()
    await dialog.getByLabel("Period").selectOption("Per month")
    await dialog.getByLabel("Amount").fill("many")
    await dialog.getByText("Type a whole number.").waitFor()
    expect(await dialog.getByRole("button", { name: "Create plan" }).isDisabled()).toBe(true)
    await dialog.getByLabel("Amount").fill("2,000")
    await dialog.getByLabel("Beyond the quota").selectOption("Allow up to …")
    await dialog.getByLabel("Overage at most").fill("50")
    await dialog.getByRole("button", { name: "Create plan" }).click()
    await page.getByRole("heading", { name: "pro" }).waitFor()

    await page.goto(addressOf(await pathOf("acme")))
    await page.getByText("None, and there is no default plan.").waitFor()
    await page.getByRole("button", { name: "Change plan" }).click()
    const choice = page.getByRole("dialog", { name: "Plan of acme" })
    await choice.getByLabel("Plan").selectOption("pro")
    await choice.getByText("Gives 1 limit · 2,000 per month and overage · up to 2 keys.").waitFor()
    await choice.getByRole("button", { name: "Change plan" }).click()
    await page.getByText("acme has pro now.").waitFor()

    expect(await verify(key, { permissions: "reports.read" })).toBe("INSUFFICIENT_PERMISSIONS")
    await page.getByRole("main").getByRole("link", { name: "pro" }).first().click()
    await page.getByLabel("Permissions").fill("reports.read")
    await page.getByRole("option", { name: /reports\.read/ }).click()
    await page.getByText("Applies to 1 customer and 1 key immediately.").waitFor()
    await page.getByRole("button", { name: "Save plan" }).click()
    await page.getByText("Saved. All customers of the plan have it now.").waitFor()
    expect(await verify(key, { permissions: "reports.read" })).toBe("VALID")

    const { keyId } = await createKey({ externalId: "acme" })
    await page.goto(addressOf(`/keys/${keyId}`))
    await page.getByText("0 of 100 per minute · of the plan").waitFor()
    await server.ok("identities.updateIdentity", {
      identity: "acme",
      ratelimits: [{ name: "requests", limit: 7, duration: 60_000, autoApply: true }],
    })
    await page.reload()
    await page.getByText("0 of 7 per minute · of the customer · instead of the plan's 100 per minute").waitFor()
    await page.goBack()

    const quota = async () => (await server.ok("plans.getPlan", { plan: "pro" })).quota
    expect(await quota()).toEqual({ limit: 2_000, interval: "monthly", overage: 50 })
    await page.getByLabel("Beyond the quota").selectOption("Pay as you go, without a bound")
    await page.getByRole("button", { name: "Save plan" }).click()
    await until(async () => (await quota()).overage === null)
    await page.getByLabel("Period").selectOption("No quota")
    await page.getByRole("button", { name: "Save plan" }).click()
    await until(async () => (await quota()) === undefined)
    await page.goto(addressOf("/plans"))
    await page.getByRole("row").filter({ hasText: "pro" }).getByText("1 permission · 1 limit · up to 2 keys").waitFor()
    await page.getByRole("link", { name: "pro" }).click()

    await page.getByRole("tab", { name: "Customers" }).click()
    await page.getByRole("table", { name: "Customers" }).getByRole("link", { name: "acme" }).waitFor()
    await page.getByRole("tab", { name: "Plan" }).click()
    expect(await page.getByRole("button", { name: "Delete plan" }).isDisabled()).toBe(true)
    await page.getByRole("tab", { name: "Events" }).click()
    await page.getByText(/created the plan/).waitFor()
  })

  test("plan a change of plan, see when it comes, and cancel it", async () => {
    await server.ok("plans.createPlan", { name: "basic", permissions: ["basic.use"] })
    await server.ok("identities.createIdentity", { externalId: "trial", plan: "basic" })
    const page = await pageAt(await pathOf("trial"))
    await page.getByRole("button", { name: "Change plan" }).click()
    const choice = page.getByRole("dialog", { name: "Plan of trial" })
    await choice.getByLabel("Plan").selectOption("No plan")
    await choice.getByLabel("When").selectOption("At the end of this month")
    await choice.getByRole("button", { name: "Plan the change" }).click()
    await page.getByText(/Changes to the default plan on/).waitFor()
    const { planChange, plan } = await server.ok("identities.getIdentity", { identity: "trial" })
    expect(new Date(planChange.at).toISOString()).toEndWith("-01T00:00:00.000Z")
    expect(plan.name).toBe("basic")
    await page.getByRole("button", { name: "Cancel the change" }).click()
    await page.getByText(/Changes to the default plan on/).waitFor({ state: "detached" })
    expect(await server.ok("identities.getIdentity", { identity: "trial" })).not.toHaveProperty("planChange")
  })

  test("choose a default plan, which customers without a plan have", async () => {
    const { planId } = await server.ok("plans.createPlan", { name: "free" })
    await server.ok("identities.createIdentity", { externalId: "newcomer" })
    const page = await pageAt(`/plans/${planId}`)
    await page.getByLabel("Default plan").check()
    await page.getByText("Applies to every customer of the plan or without a plan of its own immediately.").waitFor()
    await page.getByRole("button", { name: "Save plan" }).click()
    await page.getByText("Saved. All customers of the plan have it now.").waitFor()
    await page.goto(addressOf(await pathOf("newcomer")))
    await page.getByRole("main").getByRole("link", { name: "free" }).waitFor()
    await page.goto(addressOf("/customers"))
    await page.getByRole("row").filter({ hasText: "newcomer" }).getByRole("link", { name: "free" }).waitFor()
    await page.getByLabel("Plan").selectOption("pro")
    await page.getByRole("link", { name: "newcomer" }).waitFor({ state: "detached" })
    await page.getByRole("link", { name: "acme" }).waitFor()
    await server.ok("plans.updatePlan", { plan: planId, default: false })
  })

  test("who may only read see the plans and change nothing", async () => {
    const { planId } = await server.ok("plans.createPlan", { name: "seen", permissions: ["seen.use"] })
    const { cookie } = await addPerson(server, { ...server, role: "viewer" })
    const page = await open()
    await addCookies(page, server, cookie)
    await page.goto(addressOf(`/plans/${planId}`))
    await page.getByText("seen.use").waitFor()
    expect(await page.getByRole("button", { name: /Save|Delete plan|Add a limit/ }).count()).toBe(0)
    await page.goto(addressOf(await pathOf("acme")))
    await page.getByRole("main").getByRole("link", { name: "pro" }).first().waitFor()
    expect(await page.getByRole("button", { name: "Change plan" }).count()).toBe(0)
  })
})
