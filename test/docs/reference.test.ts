import { describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { originOf, setUp, visitor } from "../dashboard/visit.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { expectReadable } from "../services/accessibility.ts"
import { openBrowser } from "../services/browser.ts"
import { startProcess } from "../services/child-process.ts"

const browser = openBrowser()

describe("the reference in a browser", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const open = visitor(browser)
  const address = (path: string) => `${originOf(server)}${path}`
  const form = (page: Page) => page.locator("[data-try] form")
  const tryIt = async (page: Page, name: string): Promise<void> => {
    await page.goto(address(`/reference/${name}`))
    await page.getByText("Try it", { exact: true }).click()
  }
  const answerOf = async (page: Page) => {
    await page.getByRole("button", { name: "Send" }).click()
    await form(page).locator("pre").first().waitFor()
    const status = await form(page).locator("[data-answer]").textContent()
    return { status, body: JSON.parse((await form(page).locator("pre").first().textContent()) ?? "") }
  }

  const answerTo = (page: Page, answer: "accept" | "dismiss") =>
    new Promise<string>((resolve) =>
      page.once("dialog", async (dialog) => {
        await dialog[answer]()
        resolve(dialog.message())
      }),
    )

  test.each([
    "/reference",
    "/reference/keys.verifyKey",
    "/reference/keys.deleteKey",
    "/reference/objects/Key",
    "/api-reference/errors-v2/service",
    "/api-reference/errors-v2/service/data/key_not_found",
    "/sign-in",
  ])("%s is readable in both themes and widths, and breaks no rule of accessibility", async (path) => {
    const page = await open()
    await page.goto(address(path))
    for (const fold of await page.locator("main details > summary").all())
      if (await fold.isVisible()) await fold.click()
    await expectReadable(page)
  })

  test("calls with the session of the browser, and offers the ids of the workspace", async () => {
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
    const page = await open()
    await setUp(page, server)
    await tryIt(page, "keys.createKey")
    await page.getByText("Signed in as Mara Klein").waitFor()
    await page.waitForFunction((id) => document.querySelector("textarea")?.value.includes(id), apiId)
    expect(await page.getByRole("combobox", { name: "apiId" }).inputValue()).toBe(apiId)
    expect(await page.locator("#ids-apiId option").evaluateAll((all) => all.map((one) => one.textContent))).toContain(
      "Payments",
    )
    const body = { apiId, name: "Made in a browser" }
    await page.getByRole("textbox", { name: "Body" }).fill(JSON.stringify(body))
    const { status, body: answer } = await answerOf(page)
    expect(status).toMatch(/^200 OK in [\d.]+ ms$/)
    expect(await server.ok("keys.getKey", { keyId: answer.data.keyId })).toMatchObject({ name: "Made in a browser" })
  })

  test("calls with a key, which stays in the tab", async () => {
    const page = await open()
    await tryIt(page, "apis.createApi")
    await page.getByLabel("Key", { exact: true }).fill(server.rootKey)
    await page.getByRole("textbox", { name: "Body" }).fill('{"name": "By key"}')
    const { status, body } = await answerOf(page)
    expect(status).toStartWith("200 OK")
    expect(await server.ok("apis.getApi", { apiId: body.data.apiId })).toMatchObject({ name: "By key" })

    expect(page.url()).not.toContain(server.rootKey)
    const session = await page.evaluate(() => Object.values({ ...sessionStorage }).join())
    const elsewhere = await page.evaluate(() => JSON.stringify({ ...localStorage }) + document.cookie)
    expect([session, elsewhere]).toEqual([server.rootKey, "{}"])
    await tryIt(page, "apis.listApis")
    expect(await page.getByLabel("Key", { exact: true }).inputValue()).toBe(server.rootKey)
    expect(server.log.join("")).not.toContain(server.rootKey)
  })

  test("shows a refusal as it came, and asks for a key if there is none", async () => {
    // Chromium logs a failed request in the console.
    const page = await open({}, /status of 401/)
    await tryIt(page, "keys.getKey")
    await page.getByRole("button", { name: "Send" }).click()
    await page.getByText("Paste a key first, or sign in.").waitFor()
    await page.getByLabel("Key", { exact: true }).fill("kw_root_nothing")
    const { status, body } = await answerOf(page)
    expect(status).toStartWith("401 Unauthorized")
    expect(body.error.type).toContain("/authentication/")
  })

  test("asks before it destroys something, and chooses nothing to destroy", async () => {
    const { apiId } = await server.ok("apis.createApi", { name: "Doomed" })
    const page = await open()
    await tryIt(page, "apis.deleteApi")
    await page.getByLabel("Key", { exact: true }).fill(server.rootKey)
    await page.getByLabel("Key", { exact: true }).blur()
    await page.waitForFunction(() => (document.querySelector("datalist")?.children.length ?? 0) > 0)
    expect(await page.getByRole("combobox", { name: "apiId" }).inputValue()).toBe("")
    await page.getByRole("combobox", { name: "apiId" }).fill(apiId)
    const question = answerTo(page, "dismiss")
    await page.getByRole("button", { name: "Send" }).click()
    expect(await question).toBe("apis.deleteApi deletes or disables something. Applies to no keys now. Send it?")
    expect(await server.ok("apis.getApi", { apiId })).toMatchObject({ name: "Doomed" })
    const again = answerTo(page, "accept")
    expect((await answerOf(page)).status).toStartWith("200 OK")
    await again
    expect((await server.call("apis.getApi", { apiId })).status).toBe(404)
  })

  test("asks before a change that reaches many, and counts them", async () => {
    const { roleId } = await server.ok("permissions.createRole", { name: "editor", permissions: ["docs.read"] })
    const { apiId } = await server.ok("apis.createApi", { name: "Docs" })
    for (const _ of [1, 2]) await server.ok("keys.createKey", { apiId, roles: ["editor"] })
    const page = await open()
    await tryIt(page, "permissions.setRolePermissions")
    await page.getByLabel("Key", { exact: true }).fill(server.rootKey)
    const body = { role: "editor", permissions: [] }
    await page.getByRole("textbox", { name: "Body" }).fill(JSON.stringify(body))
    const question = answerTo(page, "dismiss")
    await page.getByRole("button", { name: "Send" }).click()
    expect(await question).toBe(
      "permissions.setRolePermissions takes effect at once. Applies to 2 keys immediately. Send it?",
    )
    expect((await server.ok("permissions.getRole", { role: roleId })).permissions).toHaveLength(1)
  })

  test("keeps an id that a person has typed before the lists arrive", async () => {
    await server.ok("apis.createApi", { name: "Existing" })
    const page = await open()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route("**/v2/apis.listApis", async (route) => {
      await released
      await route.continue()
    })
    await tryIt(page, "apis.getApi")
    await page.getByLabel("Key", { exact: true }).fill(server.rootKey)
    await page.getByLabel("Key", { exact: true }).blur()
    await page.getByRole("combobox", { name: "apiId" }).fill("api_typed")
    release()
    await page.waitForFunction(() => (document.querySelector("datalist")?.children.length ?? 0) > 0)
    expect(await page.getByRole("combobox", { name: "apiId" }).inputValue()).toBe("api_typed")
  })

  test("copies a call as curl, without the key", async () => {
    const page = await open({ permissions: ["clipboard-read", "clipboard-write"] })
    await tryIt(page, "apis.createApi")
    await page.getByLabel("Key", { exact: true }).fill(server.rootKey)
    await page.getByRole("textbox", { name: "Body" }).fill('{"name": "It\'s mine"}')
    await page.getByRole("button", { name: "Copy as curl" }).click()
    await page.getByRole("button", { name: "Copied" }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).not.toContain(server.rootKey)
    const child = startProcess({
      command: ["sh", "-c", copied.replace(/^curl/, "curl -s")],
      env: { KEYWARD_KEY: server.rootKey },
    })
    expect((await child.exit).code).toBe(0)
    const { data } = JSON.parse(child.stdout())
    expect(await server.ok("apis.getApi", { apiId: data.apiId })).toMatchObject({ name: "It's mine" })
  })

  test("finds an operation by what people call it, by keyboard alone", async () => {
    const page = await open()
    await page.goto(address("/reference"))
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox", { name: "Search" }).fill("rotate")
    const options = page.getByRole("option")
    await options.first().waitFor()
    const place = (await options.allTextContents()).findIndex((text) => text.startsWith("keys.rotateKey"))
    expect(place).toBeWithin(0, 4)
    for (let step = 0; step < place; step += 1) await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.waitForURL(address("/reference/keys.rotateKey"))
  })

  test("says what comes nearest if nothing has all words, and that nothing does", async () => {
    const page = await open()
    for (const path of ["/reference", "/docs"]) {
      await page.goto(address(path))
      await page.keyboard.press("/")
      const input = page.getByRole("combobox", { name: "Search" })
      await input.fill("kuberentes")
      await page.getByText("No page matches “kuberentes”. These come nearest:").waitFor()
      expect(await page.getByRole("option").first().textContent()).toStartWith("Kubernetes")
      await input.fill("zzzz")
      await page.getByText("Nothing matches “zzzz”.").waitFor()
      expect(await page.getByRole("option").count()).toBe(0)
      await input.fill("terraform")
      await page.getByText("Nearest page").waitFor()
    }
  })

  test("its search is readable in both themes and widths, and breaks no rule of accessibility", async () => {
    const page = await open()
    await page.goto(address("/reference/keys.verifyKey"))
    await page.getByRole("button", { name: "Search" }).click()
    await page.getByRole("combobox", { name: "Search" }).fill("key")
    await page.getByRole("option").first().waitFor()
    const heights = await page.getByRole("option").evaluateAll((all) => all.map((one) => one.clientHeight))
    expect(Math.max(...heights)).toBeLessThan(70)
    await expectReadable(page)
  })

  test("leads older links to their page", async () => {
    const page = await open()
    await page.goto(address("/reference#keys.verifyKey"))
    await page.waitForURL(address("/reference/keys.verifyKey"))
    await page.goto(address("/reference#schema.Key"))
    await page.waitForURL(address("/reference/objects/Key"))
  })

  test("keeps the theme and the language that a person chose", async () => {
    const page = await open({ colorScheme: "light" })
    await page.goto(address("/reference/keys.verifyKey"))
    await page.getByRole("button", { name: "Theme: system" }).click()
    await page.getByRole("button", { name: "Theme: light" }).click()
    await page.getByRole("radio", { name: "curl" }).focus()
    for (const language of ["CLI", "TypeScript", "Python", "Go", "curl", "CLI", "TypeScript", "Python"]) {
      await page.keyboard.press("ArrowRight")
      expect(await page.getByRole("radio", { name: language }).isChecked()).toBe(true)
    }
    await page.goto(address("/reference/keys.createKey"))
    await page.getByRole("button", { name: "Theme: dark" }).waitFor()
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark")
    expect(await page.getByText("from keyward import Keyward").isVisible()).toBe(true)
  })

  test("reads without scripts: tabs, contents of a phone, and no dead button", async () => {
    const page = await open({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    await page.goto(address("/reference/keys.verifyKey"))
    await page.getByText("The key to verify.").first().waitFor()
    expect(await page.getByText("from keyward import Keyward").isVisible()).toBe(false)
    await page.getByRole("radio", { name: "Python" }).check()
    await page.getByText("from keyward import Keyward").waitFor()
    for (const hidden of [".search-button", "[data-copy]", "[data-try]"]) {
      expect(await page.locator(hidden).first().isVisible()).toBe(false)
    }
    expect(await page.locator("#sidebar").getByRole("link", { name: "Explain a verdict" }).isVisible()).toBe(false)
    await page.getByRole("button", { name: "Contents" }).click()
    await page.locator("#sidebar").getByRole("link", { name: "Explain a verdict" }).click()
    await page.waitForURL(address("/reference/keys.explainKey"))
  })
})
