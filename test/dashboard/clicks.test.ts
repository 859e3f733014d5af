import { beforeAll, beforeEach, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { addPerson, password } from "../people/person.ts"
import { openBrowser } from "../services/browser.ts"
import { type IncidentData, seedIncident } from "./incident-seed.ts"
import { clickCounter, consoleWatcher, originOf, signInAs } from "./visit.ts"

const browser = openBrowser()

/** The journeys that a dashboard is judged by, each with its greatest number of clicks. Each starts on the overview with what people have in mind: a name, a leaked secret. Searching is typing. */
describe("people need few clicks to", () => {
  const clock = { now: Date.now() }
  // All refusals come at once, so that a sampled log would miss some.
  const environment = { KEYWARD_VERIFICATION_LOG: "all" }
  const server = serveKeyward({ engine: "sqlite", clock, environment })
  const watch = consoleWatcher()
  let data: IncidentData
  /** One for all journeys, because a new session would load the scripts again. */
  let page: Page
  let counter: Awaited<ReturnType<typeof clickCounter>>

  beforeAll(async () => {
    data = await seedIncident(server, clock)
    const context = await browser().newContext({
      viewport: { width: 1440, height: 900 },
      permissions: ["clipboard-read", "clipboard-write"],
    })
    page = await context.newPage()
    watch(page)
    counter = await clickCounter(page)
    const { email } = await addPerson(server, { ...server, role: "owner" })
    await signInAs(page, originOf(server), email)
  })

  // A person may make 600 calls a minute.
  beforeEach(() => {
    clock.now += 10_000
  })

  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true })
  const verify = async (name: string, call: object = {}) =>
    String((await server.ok("keys.verifyKey", { key: data.keys.get(name)?.key, ...call })).code)

  const start = async () => {
    await page.goto(`${originOf(server)}/w/${server.workspaceId}`)
    await page.getByRole("heading", { name: "Overview" }).waitFor()
    counter.restart()
  }
  /** Types a text into the search, and opens what it finds first. */
  const search = async (text: string, found: string, visited: Page = page) => {
    await visited.keyboard.press("Control+k")
    await visited.getByRole("dialog").getByRole("combobox").fill(text)
    await visited.getByRole("option", { name: found }).first().waitFor()
    await visited.keyboard.press("Enter")
    await visited.getByRole("heading", { name: found, level: 1 }).waitFor()
  }

  test("see what needs attention, the most traffic first, once for each customer, and get to the fix (2)", async () => {
    await start()
    const attention = page.getByRole("region", { name: "Needs attention (8)" })
    await attention.getByRole("listitem").nth(4).waitFor()
    expect(await attention.getByRole("listitem").count()).toBe(5)
    await button("All 8").click()
    const lines = await attention.getByRole("listitem").allInnerTexts()
    const times = (count: number) => `${count} times in 24 h, none the day before`
    expect(lines.map((line) => line.replace(/\s+/g, " ").replace(/about \d+ min/, "about … min"))).toEqual([
      `Unknown keys Keys that do not exist were tried ${times(40)} 40 calls`,
      `Refusals rising northwind was refused ${times(16)} 16 calls`,
      `Refusals rising umbrella was refused ${times(14)} 14 calls`,
      `Refusals rising globex was refused ${times(12)} and 1 other notice 12 calls`,
      "Used up tyrell has used up its quota 7 calls",
      "Used up wayne has no credits left 4 calls",
      "Expires soon Nightly of cyberdyne expires in 2 days 3 calls",
      "Quota ending stark has 20 of its quota left, which ends in about … min at this rate 1 call",
    ])
    await attention.getByRole("link", { name: "umbrella" }).click()
    expect(counter.clicks()).toBe(2)
    await page.getByRole("heading", { name: "umbrella", level: 1 }).waitFor()
    await page.getByRole("list", { name: "Keys refused with DISABLED" }).waitFor()
  })

  test("take back the request that stopped several keys of a customer, in its incident (1)", async () => {
    await page.goto(`${originOf(server)}/w/${server.workspaceId}/customers/${data.identityIds.umbrella}?tab=incident`)
    await page.getByText(/disabled the key (Alpha|Beta).*, /).waitFor()
    expect([await verify("Alpha"), await verify("Beta")]).toEqual(["DISABLED", "DISABLED"])
    counter.restart()
    await button("Undo this request").click()
    await page.getByText("Undone for 2 keys.").waitFor()
    await page.getByText("Would be accepted now").nth(1).waitFor()
    expect(counter.clicks()).toBe(1)
    expect([await verify("Alpha"), await verify("Beta")]).toEqual(["VALID", "VALID"])
  })

  test("top up a customer, and raise the limit that all its keys share, in its incident (2)", async () => {
    await page.goto(`${originOf(server)}/w/${server.workspaceId}/customers/${data.identityIds.wayne}?tab=incident`)
    const refused = (code: string) => page.getByRole("region", { name: `Refused with ${code}` })
    await refused("USAGE_EXCEEDED").getByLabel("Credits to add").fill("500")
    await refused("RATE_LIMITED").getByLabel("Limit shared of the customer, per minute").fill("60")
    counter.restart()
    await refused("USAGE_EXCEEDED").getByRole("button", { name: "Top up the customer" }).click()
    await refused("USAGE_EXCEEDED").getByText("Would be accepted now").waitFor()
    await refused("RATE_LIMITED").getByRole("button", { name: "Raise the customer's limit" }).click()
    await page.getByText("Done: Raise the customer's limit.").waitFor()
    expect(counter.clicks()).toBe(2)
    expect([await verify("Gamma"), await verify("Gamma"), await verify("Gamma")]).toEqual(["VALID", "VALID", "VALID"])
    expect(await server.ok("identities.getIdentity", { externalId: "wayne" })).toMatchObject({
      credits: { remaining: 497 },
      ratelimits: [{ name: "shared", limit: 60 }],
    })
  })

  test("find why a customer's key stopped at 14:05, and fix it (6)", async () => {
    await start()
    await search("northwind", "northwind")
    await page.getByRole("tab", { name: "Incident" }).click()
    // As the cause, and in the timeline.
    await page.getByText(/^Grace disabled the key Production in the dashboard, /).waitFor()
    await page.getByText(/^Grace disabled the key Production in the dashboard$/).waitFor()
    await page.getByText("After this, the same call would be accepted.").waitFor()
    expect(await verify("Production")).toBe("DISABLED")
    await button("Enable key").click()
    await page.getByText("Would be accepted now").waitFor()
    expect(await verify("Production")).toBe("VALID")
    expect(counter.clicks()).toBeLessThanOrEqual(6)
  })

  test("fix every other reason, each with one click in the incident of its customer", async () => {
    await page.goto(`${originOf(server)}/w/${server.workspaceId}/customers/${data.identityIds.globex}?tab=incident`)
    const refused = (code: string) => page.getByRole("region", { name: `Refused with ${code}` })
    await refused("FORBIDDEN").getByText("198.51.100.7 is not in the IP allow list of the key").waitFor()
    await page.getByText("Nothing on record that bears on it").first().waitFor()
    const amount = refused("USAGE_EXCEEDED").getByLabel("Credits to add")
    expect(await amount.inputValue()).toBe("4")
    await amount.fill("0")
    await refused("USAGE_EXCEEDED").getByText("The call needs 1 credit more.").waitFor()
    expect(await button("Add credits").isDisabled()).toBe(true)
    await amount.fill("1,000")
    const fixes = [
      ["USAGE_EXCEEDED", "Add credits"],
      ["INSUFFICIENT_PERMISSIONS", "Add reports.read"],
      ["FORBIDDEN", "Allow this address"],
      ["EXPIRED", "Extend"],
    ] as const
    counter.restart()
    for (const [code, name] of fixes) {
      await refused(code).getByText("After this, the same call would be accepted.").waitFor()
      await button(name).click()
      await refused(code).getByText("Would be accepted now").waitFor()
    }
    await button("Raise the key's limit").click()
    await page.getByText("Done: Raise the key's limit.").waitFor()
    expect(counter.clicks()).toBe(5)
    const codes = [
      await verify("Billing"),
      await verify("Reports", { permissions: "reports.read" }),
      await verify("Office", { ip: "198.51.100.7" }),
      await verify("Trial"),
      ...[await verify("Exports"), await verify("Exports"), await verify("Exports"), await verify("Exports")],
    ]
    expect(codes).toEqual(codes.map(() => "VALID"))
    expect((await server.ok("keys.getKey", { keyId: data.keys.get("Billing")?.keyId })).credits.remaining).toBe(999)
  })

  test("enable a customer and then its key, as each step says", async () => {
    await page.goto(`${originOf(server)}/w/${server.workspaceId}/customers/${data.identityIds.initech}?tab=incident`)
    await page.getByText("After this, it is still refused: Enabled.").first().waitFor()
    await page
      .getByRole("region", { name: "Refused with DISABLED" })
      .getByRole("button", { name: "Enable customer" })
      .click()
    await button("Enable key").click()
    await page.getByText("Would be accepted now").waitFor()
    expect(await verify("Legacy")).toBe("VALID")
  })

  test("rotate a leaked key (4)", async () => {
    await start()
    const { key: leaked, keyId } = data.keys.get("Staging") ?? { key: "", keyId: "" }
    await page.keyboard.press("Control+k")
    await page.getByRole("dialog").getByRole("combobox").fill(leaked)
    // Its id takes the place of the secret.
    await page.getByRole("option", { name: keyId }).first().waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Staging", level: 1 }).waitFor()
    await button("Rotate").click()
    await button("Stop the old secret now").click()
    await button("Copy the key").click()
    await button("Done").click()
    expect(counter.clicks()).toBeLessThanOrEqual(4)
    const key = await page.evaluate(() => navigator.clipboard.readText())
    expect([await verify("Staging"), (await server.ok("keys.verifyKey", { key })).code]).toEqual(["EXPIRED", "VALID"])
  })

  test("raise the limit of a customer although a key has its own (6)", async () => {
    await start()
    await search("globex", "globex")
    await page.getByRole("tab", { name: "Limits" }).click()
    await page.getByLabel("Allows").click()
    await page.getByLabel("Allows").fill("500")
    const own = page.getByRole("table", { name: "Keys with a limit requests of their own" })
    await own.getByRole("row", { name: /Exports/ }).waitFor()
    await button("Save limits").click()
    await button("Remove its limit").click()
    await own.waitFor({ state: "detached" })
    expect(counter.clicks()).toBeLessThanOrEqual(6)
    const { ratelimits, identity } = await server.ok("keys.getKey", { keyId: data.keys.get("Exports")?.keyId })
    expect([ratelimits, identity.ratelimits[0].limit]).toEqual([[], 500])
  })

  test("invite a viewer who sees what is refused (5)", async () => {
    await start()
    await page.getByRole("link", { name: "Members", exact: true }).click()
    await button("Invite").click()
    await page.getByLabel("E-mail address").fill("viewer@acme.dev")
    const role = page.getByLabel("Role", { exact: true })
    await role.click()
    await role.selectOption("Viewer")
    await page.keyboard.press("Escape")
    await button("Create invitation").click()
    const link = await page.locator("pre", { hasText: "/invitation#" }).textContent()
    const context = await browser().newContext({ viewport: { width: 1440, height: 900 } })
    const viewer = await context.newPage()
    watch(viewer)
    const own = await clickCounter(viewer)
    await viewer.goto(link ?? "")
    await viewer.getByLabel("Your name").fill("Vera")
    await viewer.getByLabel("Password").fill(password)
    await viewer.getByRole("button", { name: "Create account and join" }).click()
    await viewer.getByRole("heading", { name: "Overview" }).waitFor()
    await search("northwind", "northwind", viewer)
    await viewer.getByText("Needs update_credits. Owners and admins have it").waitFor()
    expect(await viewer.getByRole("button", { name: "Top up" }).count()).toBe(0)
    expect(counter.clicks() + own.clicks()).toBeLessThanOrEqual(5)
    await context.close()
  })

  test("see who disabled a key last week, from its name (4)", async () => {
    await start()
    await search("Production", "Production")
    await page.getByRole("tab", { name: "Events" }).click()
    const heading = page.getByRole("heading", { name: weekdayOf(data.disabledAt) })
    const lastWeek = page.locator("section section", { has: heading })
    await lastWeek.getByText("Grace disabled the key Production").waitFor()
    expect(counter.clicks()).toBeLessThanOrEqual(4)
  })

  test("revoke 200 keys of a customer (5)", async () => {
    await start()
    await search("hooli", "hooli")
    await page.getByRole("tab", { name: "Keys" }).click()
    await page.getByLabel("Select all on this page").check()
    await button("Select all 200 that match").click()
    await button("Disable …").click()
    const dialog = page.getByRole("dialog", { name: "Disable 200 keys?" })
    await dialog.getByLabel("Type “200” to confirm").fill("200")
    await dialog.getByRole("button", { name: "Disable 200 keys" }).click()
    await page.getByText("Disabled 200 keys.").first().waitFor()
    expect(counter.clicks()).toBeLessThanOrEqual(5)
    const { body } = await server.call("keys.listKeys", { externalId: "hooli", enabled: false, count: true, limit: 1 })
    expect(body.pagination.total).toBe(200)
  })

  test("top up a customer (3)", async () => {
    await start()
    await search("globex", "globex")
    await button("Top up").click()
    const dialog = page.getByRole("dialog", { name: "Top up globex" })
    await dialog.getByLabel("Credits to add").fill("5,000")
    await dialog.getByRole("button", { name: "Top up" }).click()
    await page.getByText("5,000 credits are left now.").waitFor()
    expect(counter.clicks()).toBeLessThanOrEqual(3)
    expect((await server.ok("identities.getIdentity", { externalId: "globex" })).credits.remaining).toBe(5_000)
  })

  test("disable a key on a phone (4)", async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await start()
    await button(/Search/).click()
    await page.getByRole("dialog").getByRole("combobox").fill("Reports")
    await page.getByRole("option", { name: "Reports" }).first().click()
    await button("Disable").click()
    await page.getByText(/^In effect after/).waitFor()
    expect(counter.clicks()).toBeLessThanOrEqual(4)
    expect(await verify("Reports")).toBe("DISABLED")
  })
})

/** "Wednesday, Nov 11", as events are grouped. */
function weekdayOf(time: number): string {
  return new Intl.DateTimeFormat("en", { weekday: "long", month: "short", day: "numeric" }).format(time)
}
