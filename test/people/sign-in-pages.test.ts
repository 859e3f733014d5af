import { beforeAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { visitor } from "../dashboard/visit.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { expectReadable, type Look } from "../services/accessibility.ts"
import { openBrowser } from "../services/browser.ts"
import { startTerminal } from "./device-login.ts"
import { originOf } from "./passkeys.ts"
import { addPerson, inBrowser, type Person, password, setupToken } from "./person.ts"

const browser = openBrowser()

/** Browsers report refused and lost calls too. */
const refused = /Failed to load resource/

describe("the sign-in pages", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const at = (path: string) => `${originOf(server)}${path}`
  const open = visitor(browser)
  let setup = ""
  let person: Person
  beforeAll(async () => {
    setup = await setupToken(server)
    person = await addPerson(server, { ...server, role: "owner" })
  })

  const fieldsIn = (page: Page, form: string) =>
    page
      .locator(`form[name="${form}"] input:not([type="checkbox"])`)
      .evaluateAll((inputs: HTMLInputElement[]) =>
        inputs.map(({ name, id, type, autocomplete }) => [name, id, type, autocomplete].join(" ")),
      )
  const invite = async (email = `${crypto.randomUUID()}@example.com`) =>
    (await server.ok("members.inviteMember", { email, role: "viewer" })).url
  const signIn = async (page: Page, secret = password) => {
    await page.getByLabel("E-mail address").fill(person.email)
    await page.getByLabel("Password").fill(secret)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
  }

  test("tell a password manager what to fill in and what to keep", async () => {
    const page = await open()
    await page.goto(at("/sign-in"))
    await page.getByLabel("Password").waitFor()
    const email = "email email email username"
    expect(await fieldsIn(page, "sign-in")).toEqual([email, "password password password current-password"])
    await page.goto(await invite())
    await page.getByLabel("Your name").waitFor()
    const newPassword = "password password password new-password"
    expect(await fieldsIn(page, "join")).toEqual([email, "name name text name", newPassword])
    await page.goto(`${at("/reset")}#token`)
    await page.getByLabel("New password").waitFor()
    expect(await fieldsIn(page, "reset")).toEqual([newPassword])
  })

  test("accept what a password manager fills in without telling the page", async () => {
    const page = await open()
    await page.goto(at("/sign-in"))
    await page.getByLabel("Password").waitFor()
    await page.evaluate(
      ([email = "", secret = ""]) => {
        const form = document.forms.namedItem("sign-in")
        for (const [name, value] of Object.entries({ email, password: secret })) {
          const field = form?.elements.namedItem(name)
          if (field instanceof HTMLInputElement) field.value = value
        }
        form?.requestSubmit()
      },
      [person.email, password],
    )
    await page.waitForURL(at("/"))
  })

  test("send the form with Enter, and put the focus where the mistake is", async () => {
    const page = await open({}, refused)
    await page.goto(at("/sign-in"))
    await page.waitForFunction(() => document.activeElement?.id === "email")
    await page.keyboard.type(person.email)
    await page.keyboard.press("Tab")
    await page.keyboard.type("wrong")
    await page.keyboard.press("Enter")
    await page.getByRole("alert").waitFor()
    // What is typed next replaces the wrong password.
    await page.waitForFunction(() => {
      const field = document.activeElement
      return (
        field instanceof HTMLInputElement &&
        field.id === "password" &&
        field.selectionEnd === "wrong".length &&
        field.selectionStart === 0
      )
    })
    await page.keyboard.type(password)
    await page.keyboard.press("Enter")
    await page.waitForURL(at("/"))
  })

  test("say at once how long to wait after too many attempts", async () => {
    const page = await open({}, refused)
    await page.goto(at("/sign-in"))
    await page.getByLabel("E-mail address").fill("nobody@example.com")
    const button = page.getByRole("button", { name: "Sign in", exact: true })
    for (let attempt = 0; ; attempt += 1) {
      await page.getByLabel("Password").fill(`wrong ${attempt}`)
      const [response] = await Promise.all([page.waitForResponse(/sessions\.signIn/), button.click()])
      if (response.status() === 429) break
    }
    const refusal = page.getByRole("alert").getByText(/too many sign-ins\. Try again in \d+ s\./)
    await refusal.waitFor()
    expect(await refusal.isVisible()).toBe(true)
  })

  test("say that the server is away, and work when it is back", async () => {
    const page = await open({}, refused)
    await page.goto(at("/sign-in"))
    await page.getByLabel("Password").waitFor()
    await page.context().setOffline(true)
    await signIn(page)
    expect(await page.getByRole("alert").textContent()).toContain("The server cannot be reached.")
    await page.context().setOffline(false)
    await signIn(page)
    await page.waitForURL(at("/"))
  })

  test("say what is missing without JavaScript, and when the script cannot be loaded", async () => {
    const plain = await open({ javaScriptEnabled: false })
    await plain.goto(at("/sign-in"))
    const missing = plain.locator("noscript p")
    await missing.waitFor()
    expect(await missing.textContent()).toContain("This page needs JavaScript.")
    expect(await plain.getByText("This page did not load completely.").isVisible()).toBe(false)
    const broken = await open({}, refused)
    await broken.route(/\/assets\/.*\.js$/, (route) => {
      return route.request().url().includes("theme") ? route.continue() : route.abort()
    })
    await broken.goto(`${at("/setup")}#${setup}`)
    await broken.getByText("This page did not load completely.").waitFor()
    expect(broken.url()).toEndWith(setup)
  })

  test.each([
    ["/setup", "This link is incomplete"],
    ["/invitation", "This link is incomplete"],
    ["/reset", "This link is incomplete"],
    ["/setup#unknown", "This setup link is unknown, was used or has expired."],
    ["/invitation#unknown", "This invitation is unknown, was used, revoked or has expired."],
  ])("%s says what is wrong, and how to go on", async (path, text) => {
    const page = await open({}, refused)
    await page.goto(at(path))
    expect(await page.getByRole("alert").textContent()).toContain(text)
    expect(await page.getByRole("main").getByRole("link", { name: "sign in" }).getAttribute("href")).toBe("/sign-in")
    expect(await page.locator("form").count()).toBe(0)
  })

  test("a reset link that does not work says so, and how to get another", async () => {
    const page = await open({}, refused)
    await page.goto(`${at("/reset")}#unknown`)
    await page.getByLabel("New password").fill(password)
    await page.getByRole("button", { name: "Set password" }).click()
    await page.getByText("This reset link is unknown, was used or has expired.").waitFor()
    expect(await page.getByText("Ask an operator for a new one.").isVisible()).toBe(true)
  })

  test("a person who has signed in joins with one button, and only that person", async () => {
    const { rootKey, workspaceId } = await server.createWorkspace("Other")
    const { url } = await server.ok("members.inviteMember", { email: person.email, role: "viewer" }, { key: rootKey })
    const page = await open()
    await page.goto(at("/sign-in"))
    await signIn(page)
    await page.waitForURL(`${at("/w/")}**`)
    await page.goto(await invite())
    await page.getByLabel("Your name").waitFor()
    await page.goto(url)
    await page.getByRole("button", { name: "Join", exact: true }).click()
    await page.waitForURL(at(`/w/${workspaceId}`))
    const { memberships } = await server.ok("account.getAccount", {}, inBrowser(person))
    expect(memberships).toContainEqual(expect.objectContaining({ workspaceId, role: "viewer" }))
  })

  test("the theme that a person chooses stays", async () => {
    const page = await open({ colorScheme: "light" })
    await page.goto(at("/sign-in"))
    await page.getByRole("button", { name: "Theme of the system" }).click()
    await page.getByRole("button", { name: "Light theme" }).click()
    await page.getByRole("button", { name: "Dark theme" }).waitFor()
    await page.reload()
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark")
  })

  const looks: readonly Look[] = [
    ["light", 1440],
    ["light", 320],
    ["dark", 1440],
    ["dark", 320],
  ]

  test.each([
    ["/sign-in", async () => at("/sign-in"), "Use a key instead"],
    ["/reset", async () => `${at("/reset")}#token`, "Set password"],
    ["/invitation", async () => invite(), "Create account and join"],
    ["/setup with a used link", async () => `${at("/setup")}#${setup}`, "A setup link works once"],
  ])("%s is readable in both themes and on the narrowest phone", async (_path, address, shows) => {
    const page = await open({}, refused)
    await page.goto(await address())
    await page.getByText(shows).waitFor()
    await expectReadable(page, undefined, looks)
  })

  test("/device is readable in both themes and on the narrowest phone", async () => {
    const page = await open({}, refused)
    await page.goto(at("/device"))
    await signIn(page)
    await page.getByLabel("Code").waitFor()
    await expectReadable(page, undefined, looks)
    await page.getByLabel("Code").fill((await startTerminal(server)).userCode)
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByRole("button", { name: "Refuse" }).waitFor()
    await expectReadable(page, undefined, looks)
  })
})

describe("the setup page", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const open = visitor(browser)

  test("is readable, and names the field that the server refuses", async () => {
    const page = await open({}, refused)
    await page.goto(`${originOf(server)}/setup#${await setupToken(server)}`)
    // A person who opens the link can type at once.
    await page.locator("#email:focus").waitFor()
    await page.getByLabel("Workspace").selectOption({ label: "A new workspace" })
    await page.getByRole("button", { name: "Show password" }).click()
    expect(await page.locator("#password").getAttribute("type")).toBe("text")
    await page.getByRole("button", { name: "Show password", pressed: true }).click()
    expect(await page.locator("#password").getAttribute("type")).toBe("password")
    await expectReadable(page)
    await page.getByLabel("E-mail address").fill("ada@example.com")
    await page.getByLabel("Your name").fill("\u202eAda")
    await page.getByLabel("Password").fill(password)
    await page.getByLabel("Name of the new workspace").fill("Acme")
    await page.getByRole("button", { name: "Create account" }).click()
    await page.locator('#name[aria-invalid="true"]').waitFor()
    await page.getByLabel("Your name").fill("Ada")
    await page.getByRole("button", { name: "Create account" }).click()
    await page.waitForURL(/\/w\/ws_/)
  })
})
