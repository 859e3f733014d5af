import { beforeAll, describe, expect, test } from "bun:test"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { addPerson } from "../people/person.ts"
import { type PortalSeed, seedPortal } from "../portal/page-seed.ts"
import { expectReadable } from "../services/accessibility.ts"
import { openBrowser } from "../services/browser.ts"
import { addCookies, ownersPages } from "./visit.ts"

const browser = openBrowser()
const refused = /Failed to load resource/

describe("the portal in the dashboard", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const { addressOf, open, pageAt } = ownersPages(browser, server)
  let seed: PortalSeed
  beforeAll(async () => {
    seed = await seedPortal(server)
  })

  test("shows each setting at once, saves only what was changed, and is readable", async () => {
    const page = await pageAt("/portal")
    const preview = page.getByRole("img", { name: "Preview of the portal" })
    await preview.getByText("Production", { exact: true }).waitFor()
    await expectReadable(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByLabel("Name", { exact: true }).fill("Contoso Keys")
    await preview.getByText("Contoso Keys").waitFor()
    await page.getByLabel("Revoke keys").uncheck()
    await preview.getByText("Revoke", { exact: true }).first().waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Add text" }).click()
    await page.getByLabel("Which text 1 replaces").selectOption("keys.title")
    await page.getByLabel("Text 1", { exact: true }).fill("Access keys")
    await preview.getByText("Access keys").first().waitFor()
    await page.getByLabel("Color", { exact: true }).fill("#aa0044")
    const sent = page.waitForRequest(/portal\.updatePortal/)
    await page.getByRole("button", { name: "Save portal" }).click()
    expect((await sent).postDataJSON()).toEqual({
      actions: ["create", "rename", "restrict", "rotate", "usage", "refusals"],
      name: "Contoso Keys",
      accent: "#aa0044",
      texts: { en: { "keys.title": "Access keys" } },
    })
    await page.getByText("Every open page of the portal follows at its next call.").waitFor()
    expect(await server.ok("portal.getPortal")).toMatchObject({ name: "Contoso Keys", accent: "#aa0044" })
  })

  test("says at the field what the server refuses", async () => {
    const page = await pageAt("/portal", {}, refused)
    await page.getByLabel("Back to your application").fill("http://app.example.com/path")
    await page.getByRole("button", { name: "Save portal" }).click()
    await page.getByText(/Must be an origin such as/).waitFor()
    await page.getByRole("button", { name: "Discard" }).click()
  })

  test("opens the portal as a customer: nothing can be changed, and the page says who looks", async () => {
    const { data } = (await server.call("identities.listIdentities", { limit: 100 })).body
    const customer = data.find((one: { externalId: string }) => one.externalId === "acme")
    const page = await pageAt(`/customers/${customer.id}`)
    const opened = page.context().waitForEvent("page")
    await page.getByRole("button", { name: "Open as customer" }).click()
    const tab = await opened
    await tab.getByText("Mara Klein opened this page as acme.").waitFor()
    await tab.getByRole("heading", { name: "Production" }).waitFor()
    expect(await tab.getByRole("button").allTextContents()).toEqual(["End session"])
    expect(await tab.evaluate(() => String(opener))).toBe("null")
    const [event] = await server.events({ type: "portal_session.created", limit: 1 })
    expect(event?.actor.type).toBe("user")
    // The cookies of dashboard and portal are beside each other, and neither opens the other.
    const names = (await page.context().cookies()).map(({ name }) => name.replace(/-\d+$/, ""))
    expect(names).toEqual(expect.arrayContaining(["keyward", "keyward-portal"]))
    const statusOf = (operation: string) =>
      tab.evaluate(async (name) => {
        const headers = { "Content-Type": "application/json", "Keyward-Portal": "pts_1CAiZx1YPnJZtcPxTdBGPS" }
        return (await fetch(`/v2/${name}`, { method: "POST", headers, body: "{}" })).status
      }, operation)
    expect(await statusOf("portal.getView")).toBe(403)
    expect(await statusOf("keys.listKeys")).toBe(403)
  })

  test("lists live sessions, and ends them", async () => {
    const customer = await (await open({}, refused)).context().newPage()
    await customer.goto(await seed.link({ actor: "Ada Lovelace" }))
    await customer.getByRole("heading", { name: "Production" }).waitFor()
    const page = await pageAt("/portal?tab=sessions")
    await page.getByText("Ada Lovelace").waitFor()
    await expectReadable(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole("button", { name: "End all sessions" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "End all sessions" }).click()
    await page.getByText("No live sessions").waitFor()
    await customer.getByRole("tab", { name: "Usage" }).click()
    await customer.getByRole("heading", { name: "Your session has ended" }).waitFor()
  })

  test("a viewer reads the settings and changes nothing", async () => {
    const { cookie } = await addPerson(server, { ...server, role: "viewer" })
    const page = await open({}, refused)
    await addCookies(page, server, cookie)
    await page.goto(addressOf("/portal"))
    await page.getByText("Needs update_portal").waitFor()
    expect(await page.getByRole("button", { name: "Save portal" }).count()).toBe(0)
    expect(await page.getByLabel("Name", { exact: true }).isDisabled()).toBe(true)
  })
})
