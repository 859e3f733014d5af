import { beforeAll, describe, expect, test } from "bun:test"
import type { Locator, Page } from "playwright-core"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { addPerson, password } from "../people/person.ts"
import { openBrowser } from "../services/browser.ts"
import { originOf, signInAs, visitor } from "./visit.ts"

const browser = openBrowser()

describe("without a mouse", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const open = visitor(browser)
  let email = ""
  beforeAll(async () => {
    email = (await addPerson(server, { ...server, role: "owner" })).email
    await server.ok("apis.createApi", { name: "Payments" })
  })

  test("people sign in, create a key, copy it, disable it and jump to its events", async () => {
    const page = await open({ permissions: ["clipboard-read", "clipboard-write"] })
    const button = (name: string) => page.getByRole("button", { name, exact: true })
    await page.goto(`${originOf(server)}/sign-in`)
    await reach(page, page.getByLabel("E-mail address"))
    await page.keyboard.type(email)
    await reach(page, page.getByLabel("Password"))
    await page.keyboard.type(password)
    await reach(page, button("Sign in"))
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Overview" }).waitFor()

    await until(async () => {
      await page.keyboard.press("g")
      await page.keyboard.press("k")
      // A busy machine may take longer between two keys than a person may; people then press them again.
      const keys = page.getByRole("heading", { name: /^Keys/ })
      return keys.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      )
    })
    await reach(page, page.getByRole("main").getByRole("link", { name: "Create key" }).first())
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Create key" }).waitFor()
    await page.reload()
    await page.getByLabel("Name").waitFor()
    await page.keyboard.press("Tab")
    expect(await isFocused(button("Skip to the content"))).toBe(true)
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    expect(await isFocused(page.getByLabel("API", { exact: true }))).toBe(true)
    await reach(page, page.getByLabel("Name"))
    await page.keyboard.type("Checkout")
    await reach(page, button("Create key"))
    await page.keyboard.press("Enter")

    await page.getByText("This is the only time the key is shown").waitFor()
    // The form is gone. Focus goes on at the secret, which itself can be scrolled, instead of at the top of the page.
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    expect(await isFocused(button("Copy the key"))).toBe(true)
    await page.keyboard.press("Enter")
    await button("Copied the key").waitFor()
    const secret = await page.evaluate(() => navigator.clipboard.readText())
    const verdict = async () => String((await server.ok("keys.verifyKey", { key: secret })).code)
    expect(await verdict()).toBe("VALID")
    // Copying ticks it. The Space key changes it, twice.
    await page.getByRole("checkbox", { name: "I have stored it", checked: true }).waitFor()
    await reach(page, page.getByLabel("I have stored it"))
    await page.keyboard.press("Space")
    await page.keyboard.press("Space")
    await reach(page, page.getByRole("link", { name: "Open the key" }))
    await page.keyboard.press("Enter")

    await page.getByRole("heading", { name: "Checkout" }).waitFor()
    await reach(page, button("Disable"))
    await page.keyboard.press("Enter")
    await page.getByText(/^In effect after/).waitFor()
    expect(await verdict()).toBe("DISABLED")

    await page.keyboard.press("Control+k")
    await page.getByRole("combobox").waitFor()
    await page.keyboard.type("enable this")
    await page.getByRole("option", { name: "Enable this key" }).waitFor()
    await page.keyboard.press("Enter")
    await button("Disable").waitFor()
    expect(await verdict()).toBe("VALID")

    await page.keyboard.press("Control+k")
    await page.getByRole("combobox").waitFor()
    await page.keyboard.type("events")
    await page.getByRole("option", { name: "Events" }).first().waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Events" }).waitFor()
    await page.getByRole("main").getByText("disabled the key").first().waitFor()

    // Events have no search of their own, so that the slash searches everything.
    await page.keyboard.press("/")
    await page.getByRole("combobox", { name: "Search or jump to" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("combobox", { name: "Search or jump to" }).waitFor({ state: "detached" })
    await page.keyboard.press("?")
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Search this page").waitFor()
    await page.keyboard.press("Escape")
    // Messages about what was done before are dialogs too.
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor({ state: "detached" })
    await page.keyboard.press("g")
    await page.keyboard.press("k")
    const search = page.getByRole("searchbox", { name: /^Search/ })
    await search.waitFor()
    await page.keyboard.press("/")
    expect(await isFocused(search)).toBe(true)
    await page.keyboard.type("check/out")
    expect(await search.inputValue()).toBe("check/out")
  })

  test("people solve an incident: find why a key stopped, rotate, raise a limit, top up, revoke, invite, download", async () => {
    const { apiId } = await server.ok("apis.createApi", { name: "Incidents" })
    const ratelimits = [{ name: "requests", limit: 5, duration: 60_000, autoApply: true }]
    const credits = { remaining: 100 }
    await server.ok("identities.createIdentity", { externalId: "northwind", ratelimits, credits })
    const create = (name: string) => server.ok("keys.createKey", { apiId, name, externalId: "northwind" })
    const [stopped, leaked] = [await create("Stopped"), await create("Leaked")]
    await server.ok("keys.updateKey", { keyId: stopped.keyId, enabled: false })
    const verify = async (key: string) => String((await server.ok("keys.verifyKey", { key })).code)
    expect(await verify(stopped.key)).toBe("DISABLED")

    const page = await open({ permissions: ["clipboard-read", "clipboard-write"] })
    await signInAs(page, originOf(server), email)
    const button = (name: string) => page.getByRole("button", { name, exact: true })
    const press = async (name: string) => {
      await reach(page, button(name).last())
      await page.keyboard.press("Enter")
    }
    const find = async (text: string, heading = text) => {
      await page.keyboard.press("Control+k")
      await page.getByRole("combobox", { name: "Search or jump to" }).waitFor()
      await page.keyboard.type(text)
      await page.getByRole("option", { name: heading }).first().waitFor()
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: heading, level: 1 }).waitFor()
    }
    /** The Tab key reaches the open tab, and arrows the others. */
    const openTab = async (name: string) => {
      await reach(page, page.getByRole("tab", { selected: true }))
      // A count may follow the name.
      const tab = page.getByRole("tab", { name: new RegExp(`^${name}`) })
      for (let step = 0; step < 9 && !(await isFocused(tab)); step += 1) await page.keyboard.press("ArrowRight")
      await page.keyboard.press("Enter")
      await tab.and(page.getByRole("tab", { selected: true })).waitFor()
    }

    await find("northwind")
    await openTab("Incident")
    await press("Enable key")
    await page.getByText("Would be accepted now").waitFor()
    expect(await verify(stopped.key)).toBe("VALID")

    await openTab("Limits")
    await reach(page, page.getByLabel("Allows"))
    await page.keyboard.press("Control+a")
    await page.keyboard.type("500")
    await press("Save limits")
    await until(async () => {
      const { ratelimits: saved } = await server.ok("identities.getIdentity", { externalId: "northwind" })
      return saved[0].limit === 500
    })

    await openTab("Quota and credits")
    await press("Top up")
    await page.getByRole("dialog").locator("input:focus").waitFor()
    await page.keyboard.type("400")
    await page.keyboard.press("Enter")
    await until(async () => {
      const { credits: left } = await server.ok("identities.getIdentity", { externalId: "northwind" })
      return left.remaining >= 400
    })

    await find("Leaked")
    await press("Rotate")
    await press("Stop the old secret now")
    await press("Copy the key")
    await button("Copied the key").waitFor()
    const replaced = await page.evaluate(() => navigator.clipboard.readText())
    await press("Done")
    expect([await verify(leaked.key), await verify(replaced)]).toEqual(["EXPIRED", "VALID"])

    await find("northwind")
    await openTab("Keys")
    await reach(page, page.getByLabel("Select all on this page"))
    await page.keyboard.press("Space")
    await press("Disable …")
    await press("Disable 2 keys")
    await page.getByText("Disabled 2 keys.").first().waitFor()
    expect([await verify(stopped.key), await verify(replaced)]).toEqual(["DISABLED", "DISABLED"])

    await find("Members")
    await press("Invite")
    await page.getByRole("dialog").locator("input:focus").waitFor()
    await page.keyboard.type("viewer@acme.dev")
    await reach(page, page.getByLabel("Role", { exact: true }))
    await page.keyboard.type("Viewer")
    await press("Create invitation")
    await page.locator("pre", { hasText: "/invitation#" }).waitFor()
    expect(await server.ok("members.listInvitations", {})).toMatchObject([{ email: "viewer@acme.dev", role: "viewer" }])
    await press("Copy the link")
    await button("Copied the link").waitFor()
    await press("Done")

    await find("Usage")
    await press("Download CSV")
    await page.getByRole("menuitem").first().waitFor()
    const saved = page.waitForEvent("download")
    const top = page.getByRole("menuitem", { name: "Top 10" })
    for (let step = 0; step < 9 && !(await isFocused(top)); step += 1) await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    expect((await saved).suggestedFilename()).toStartWith("usage-keys-")
  })
})

/** More controls than a page has. */
const mostSteps = 80

/** Moves the focus with the Tab key to a control, which must show that it has it. */
async function reach(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  for (let step = 0; step < mostSteps; step += 1) {
    if (await isFocused(control)) {
      expect(await isFocusVisible(control)).toBe(true)
      return
    }
    await page.keyboard.press("Tab")
  }
  throw new Error(`The Tab key does not reach ${control}.`)
}

function isFocused(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element === document.activeElement)
}

/** An outline or a ring, of the control itself or of the box around it. */
function isFocusVisible(control: Locator): Promise<boolean> {
  return control.evaluate((element) => {
    const isMarked = (one: Element | null): boolean => {
      if (one === null) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
      return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none"
    }
    return isMarked(element) || isMarked(element.parentElement)
  })
}
