import { beforeAll, describe, expect, test } from "bun:test"
import type { Locator, Page } from "playwright-core"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { addPerson, password } from "../people/person.ts"
import { openBrowser } from "../services/browser.ts"
import { originOf, visitor } from "./visit.ts"

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
    await reach(page, page.getByLabel("I have stored it"))
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
