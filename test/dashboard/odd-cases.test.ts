import { beforeAll, describe, expect, test } from "bun:test"
import { sha256 } from "../../src/secrets/hash.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { addPerson, password } from "../people/person.ts"
import { openBrowser } from "../services/browser.ts"
import { addCookies, originOf, ownersPages } from "./visit.ts"

const browser = openBrowser()

describe("people", () => {
  const server = serveKeyward({ engine: "sqlite" })
  let apiId: string

  beforeAll(async () => {
    apiId = (await server.ok("apis.createApi", { name: "Payments" })).apiId
    await server.ok("permissions.createRole", { name: "reader" })
  })

  const { addressOf, open, pageAt: openAt } = ownersPages(browser, server)
  const pageAt = (path: string, expected?: RegExp) => openAt(path, {}, expected)

  test("delete an object by typing the name that they see, whatever it holds", async () => {
    const name = " spaced  name\u202Egnp "
    const created = await server.ok("apis.createApi", { name })
    const page = await pageAt(`/apis/${created.apiId}?tab=settings`)
    await page.getByRole("button", { name: "Delete API" }).click()
    const dialog = page.getByRole("dialog")
    const remove = dialog.getByRole("button", { name: "Delete API" })
    await dialog.getByLabel("Type “spaced name\\u{202e}gnp” to confirm").fill("spaced name")
    expect(await remove.isDisabled()).toBe(true)
    await dialog.getByRole("textbox").fill("spaced name\\u{202e}gnp")
    await remove.click()
    await page.getByText("Its keys stopped working.").waitFor()
    expect(await page.title()).toBe("APIs · Keyward")
  })

  test("follow a role of a key to what it permits", async () => {
    const { keyId } = await server.ok("keys.createKey", { apiId, name: "Held", roles: ["reader"] })
    const page = await pageAt(`/keys/${keyId}?tab=permissions`)
    await page.getByRole("link", { name: "reader" }).click()
    await page.getByRole("heading", { name: "reader" }).waitFor()
    await page.getByRole("link", { name: "Keys with this role" }).waitFor()
    expect(page.url()).toEndWith("/permissions?role=reader")
  })

  test("paste a secret into the search of any list, and it leaves no trace", async () => {
    const { key } = await server.ok("keys.createKey", { apiId, name: "Pasted" })
    const { rootKey } = await server.ok("rootKeys.createRootKey", { name: "Robot", permissions: ["api.*.read_api"] })
    const page = await pageAt("/root-keys", /404/)
    await page.getByLabel("Search root keys").fill(rootKey)
    await page.getByText("1 root key", { exact: true }).waitFor()
    await page.getByRole("cell", { name: "Robot", exact: true }).waitFor()
    for (const [path, label] of [
      ["/apis", "Search APIs"],
      ["/permissions", "Search roles"],
    ] as const) {
      await page.goto(addressOf(path))
      await page.getByLabel(label).fill(key)
      await page.getByText(/^No (API has|role matches)/).waitFor()
      expect(page.url()).toEndWith(path)
    }
    const filterBy = async (label: string, text: string) => {
      await page.getByLabel(label, { exact: true }).fill(text)
      await page.getByRole("button", { name: "Filter", exact: true }).click()
    }
    await page.goto(addressOf("/verifications"))
    await page.getByLabel("Filter by").selectOption("key")
    await filterBy("Key", key)
    await page.getByText(/^Key: key_/).waitFor()
    await page.goto(addressOf("/events"))
    await filterBy("Object", key)
    await page.getByText(/^Object: key_/).waitFor()
    await filterBy("Object", rootKey)
    await page.getByText("This workspace has no such key.").first().waitFor()
    const traces = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, location.href, history.state]))
    expect(traces).not.toContain(key)
    expect(traces).not.toContain(rootKey)
  })

  test("find a pasted key, or a part of it, and the key is in no request and no address", async () => {
    const { key } = await server.ok("keys.createKey", { apiId, name: "Found by its hash", prefix: "acme_live" })
    const hash = sha256("51FwqftsmMDHHbJAMEXXHCgG")
    const keys = [{ hash, algorithm: "prefixed_api_key", name: "Imported" }]
    await server.ok("keys.migrateKeys", { apiId, keys })
    const page = await pageAt("/keys", /404/)
    const openPalette = async () => {
      await page.goto(addressOf("/apis"))
      await page.getByRole("link", { name: "Payments" }).waitFor()
      await page.keyboard.press("Control+k")
    }
    const sent: string[] = []
    page.on("request", (request) => sent.push(request.url(), request.postData() ?? ""))
    for (const [text, name] of [
      [key, "Found by its hash"],
      [`Bearer ${key}`, "Found by its hash"],
      ["acme_BRTRKFsL_51FwqftsmMDHHbJAMEXXHCgG", "Imported"],
    ] as const) {
      await page.goto(addressOf("/keys"))
      await page.getByLabel("Search keys").fill(text)
      await page.getByRole("heading", { name }).waitFor()
      await openPalette()
      const input = page.getByLabel("Search or jump to")
      await input.fill(text)
      await until(async () => (await input.inputValue()).startsWith("key_"))
      await page.getByRole("option", { name: /key_/ }).first().click()
      await page.getByRole("heading", { name }).waitFor()
    }
    const part = key.slice(0, -8)
    await openPalette()
    await page.getByLabel("Search or jump to").fill(part)
    await page.getByRole("option", { name: /Found by its hash/ }).click()
    await page.getByRole("heading", { name: "Found by its hash" }).waitFor()
    await page.goto(addressOf("/keys"))
    await page.getByLabel("Search keys").fill(part)
    await page.getByRole("link", { name: "Found by its hash" }).waitFor()
    const inLists = sent.filter((text) => text.includes("acme_live_"))
    expect(inLists.length).toBeGreaterThan(0)
    for (const secret of [part, key.slice(key.length / 2), "51FwqftsmMDHHbJAMEXXHCgG"]) {
      expect(sent.join() + page.url()).not.toContain(secret)
    }
  })

  test("paste a key of somebody else anywhere, and less than half of it is in requests, the address and the history", async () => {
    const customer = "7d9f1c52-60be-4e1a-b5d3-4c1f8a2e9b70"
    await server.ok("identities.createIdentity", { externalId: customer })
    await server.ok("permissions.createPermission", { name: "docs.read", slug: "docs.read" })
    await server.ok("keys.createKey", { apiId, name: "Own" })
    const page = await pageAt("/keys", /404/)
    const sent: string[] = []
    page.on("request", (request) => sent.push(request.url(), request.postData() ?? ""))
    const secrets = [
      "acme_live_9zRyRNPTuciSgXGHqYwn9N6NeoDywHBd2",
      "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
      "sk-Zt4_bX9-qLm2Rk8vWc0Np3Hs7Yd5",
    ]
    for (const [path, label, none] of [
      ["/keys", "Search keys", /^No key of this workspace has exactly this secret/],
      ["/customers", "Search customers", /^No customer/],
      ["/permissions", "Search roles", /^No role/],
      ["/permissions?tab=permissions", "Search permissions", /^No permission/],
      ["operator", "Search users", /^No user/],
    ] as const) {
      await page.goto(path === "operator" ? `${originOf(server)}/operator/users` : addressOf(path))
      for (const [index, secret] of secrets.entries()) {
        sent.length = 0
        await page.getByLabel(label).fill(["", "Bearer ", "the key "][index] + secret)
        await until(() => sent.some((one) => one.includes(secret.slice(0, 4))))
        await page.getByText(none).first().waitFor()
        const traces = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, location.href, history.state]))
        for (const half of [secret.slice(0, Math.ceil(secret.length / 2)), secret.slice(secret.length / 2)]) {
          expect(decodeURIComponent(traces) + sent.join()).not.toContain(half)
        }
      }
    }
    await page.goto(addressOf("/customers"))
    await page.getByLabel("Search customers").fill(customer)
    await page.getByRole("link", { name: customer }).waitFor()
    await page.goto(addressOf("/apis"))
    await page.getByRole("link", { name: "Payments" }).waitFor()
    await page.keyboard.press("Control+k")
    await page.getByLabel("Search or jump to").fill(secrets[1] ?? "")
    await page.getByText(/^Nothing/).waitFor()
    await page.getByLabel("Search or jump to").fill(customer)
    await page.getByRole("option", { name: new RegExp(customer) }).waitFor()
    expect(sent.join()).not.toContain(customer)
    expect(sent.join()).not.toContain((secrets[1] ?? "").slice(0, 24))
  })

  test("find a key on a page without TLS, and read that a key could not be looked up", async () => {
    const { key } = await server.ok("keys.createKey", { apiId, name: "Found without TLS" })
    const page = await pageAt("/apis", /404|ERR_FAILED/)
    // As browsers have it on pages without TLS.
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, "isSecureContext", { value: false })
      Object.defineProperty(crypto, "subtle", { value: undefined })
    })
    await page.goto(addressOf("/keys"))
    await page.getByLabel("Search keys").fill(key)
    await page.getByRole("heading", { name: "Found without TLS" }).waitFor()
    await page.route("**/v2/keys.whoami", (route) => route.abort())
    await page.goto(addressOf("/keys"))
    await page.getByLabel("Search keys").fill(key)
    await page.getByText(/^The key could not be looked up\. The server cannot be reached\./).waitFor()
    await page.goto(addressOf("/events"))
    await page.getByLabel("Object", { exact: true }).fill(key)
    await page.getByRole("button", { name: "Filter", exact: true }).click()
    await page
      .getByText(/^The key could not be looked up\./)
      .first()
      .waitFor()
    expect(page.url()).not.toContain(key)
    expect(await page.getByText("no such key").count()).toBe(0)
  })

  test("are told that a filter names nothing, instead of waiting for a connection", async () => {
    const page = await pageAt("/verifications?customer=nobody", /404/)
    await page.getByText("The requested identity could not be found.").waitFor()
    await page.getByRole("button", { name: "Remove the filter Customer" }).click()
    await page.getByText("Live", { exact: true }).waitFor()
  })

  test("see which root keys the operator made", async () => {
    const page = await pageAt("/root-keys")
    await page.getByRole("row", { name: /Everything The operator/ }).waitFor()
    await page.getByRole("row", { name: /Robot .* Root key/ }).waitFor()
  })

  test("come back from a tab, and from a role, to where they were", async () => {
    const page = await pageAt(`/apis/${apiId}`)
    await page.getByRole("tab", { name: "Settings" }).click()
    await page.getByLabel("Default prefix").waitFor()
    await page.goBack()
    await page.getByText("Top keys").waitFor()
    await page.getByRole("link", { name: "Permissions" }).click()
    await page.getByRole("button", { name: /reader/ }).click()
    await page.getByText("This role permits nothing yet").waitFor()
    await page.goBack()
    await page.getByText("Choose a role").waitFor()
  })

  test("are warned before they lose what they typed: by a link, a tab, Back, a reload or the end of a dialog", async () => {
    const page = await pageAt(`/apis/${apiId}`)
    await page.getByRole("tab", { name: "Settings" }).click()
    const prefix = page.getByLabel("Default prefix")
    await prefix.fill("unsaved")
    const warning = page.getByRole("alertdialog", { name: "Leave without saving?" })
    for (const leave of [
      () => page.getByRole("link", { name: "Customers" }).click(),
      () => page.getByRole("tab", { name: "Keys" }).click(),
      () => page.evaluate(() => history.back()),
    ]) {
      await leave()
      await warning.getByRole("button", { name: "Stay here" }).click()
      await warning.waitFor({ state: "detached" })
      expect(await prefix.inputValue()).toBe("unsaved")
    }
    const reloading = page.waitForEvent("dialog")
    await page.evaluate(() => setTimeout(() => location.reload()))
    const question = await reloading
    expect(question.type()).toBe("beforeunload")
    await question.dismiss()
    // What is saved is not asked about.
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved. Every node uses the new settings now.").waitFor()
    await page.getByRole("link", { name: "Customers" }).click()
    await page.getByRole("button", { name: "Create customer" }).first().click()
    const dialog = page.getByRole("dialog", { name: "Create customer" })
    await dialog.getByLabel("External id").fill("typed")
    await page.keyboard.press("Escape")
    const discard = page.getByRole("alertdialog", { name: "Discard what you typed?" })
    await discard.getByRole("button", { name: "Stay here" }).click()
    expect(await dialog.getByLabel("External id").inputValue()).toBe("typed")
    await page.keyboard.press("Escape")
    await discard.getByRole("button", { name: "Discard" }).click()
    await dialog.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Create customer" }).first().click()
    await dialog.waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
  })

  test("are asked before they give up rights that they could not take back", async () => {
    const page = await pageAt("/members")
    await page.getByLabel("Role of Mara Klein").selectOption("viewer")
    await page.getByRole("dialog").getByText("Another owner must give it back to you.").waitFor()
    await page.getByRole("button", { name: "Cancel" }).click()
    expect(await page.getByLabel("Role of Mara Klein").inputValue()).toBe("owner")
    await page.goto(`${originOf(server)}/operator/users`)
    await page.getByLabel("Mara Klein is an operator").click()
    await page.getByRole("dialog").getByText("Another operator must give them back to you.").waitFor()
    await page.getByRole("button", { name: "Cancel" }).click()
    expect(await page.getByLabel("Mara Klein is an operator").isChecked()).toBe(true)
  })

  test("who closed the dialog for signing in are asked again by their next change, and their form is kept", async () => {
    const page = await pageAt("/customers", /status of 401/)
    await page.getByRole("button", { name: "Create customer" }).first().click()
    const form = page.getByRole("dialog", { name: "Create customer" })
    await form.getByLabel("External id").fill("kept")
    await page.context().clearCookies()
    const signIn = page.getByRole("dialog", { name: "Sign in again" })
    // A read of the page may find out before the click, and then its dialog is in front of the button.
    await page.addLocatorHandler(signIn, () => page.keyboard.press("Escape"))
    await form.getByRole("button", { name: "Create customer" }).click()
    await page.removeLocatorHandler(signIn)
    await signIn.waitFor()
    await page.keyboard.press("Escape")
    await form.getByText("Your session has ended. Sign in, and try it again.").waitFor()
    await form.getByRole("button", { name: "Create customer" }).click()
    await signIn.getByLabel("Password").fill(password)
    await signIn.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByRole("heading", { name: "kept" }).waitFor()
    expect(await server.ok("identities.getIdentity", { identity: "kept" })).toMatchObject({ externalId: "kept" })
  })

  test("who are viewers find no field that takes text, and nothing of operators", async () => {
    const { cookie } = await addPerson(server, { ...server, role: "viewer" })
    const limits = [{ name: "requests", limit: 5, duration: 60_000, autoApply: true }]
    const { identityId } = await server.ok("identities.createIdentity", { externalId: "northwind", ratelimits: limits })
    const page = await open()
    await addCookies(page, server, cookie)
    await page.goto(addressOf(`/customers/${identityId}?tab=limits`))
    expect(await page.getByLabel("Allows").isDisabled()).toBe(true)
    // Text beside what is greyed, so that it needs no mouse.
    await page.getByText("Needs update_identity. Owners, admins and developers have it: Mara Klein.").waitFor()
    await page.goto(addressOf(`/customers/${identityId}?tab=settings`))
    expect(await page.getByLabel("Metadata").isDisabled()).toBe(true)
    await page.goto(addressOf(`/apis/${apiId}?tab=settings`))
    await page.getByLabel("Default prefix").waitFor()
    await page.getByText("Needs update_api. Owners and admins have it: Mara Klein.").waitFor()
    expect(await page.getByText("Danger zone").count()).toBe(0)
    await page.goto(`${originOf(server)}/operator/workspaces`)
    await page.getByText("This page is for operators").waitFor()
    expect(await page.getByRole("button", { name: "Create workspace" }).count()).toBe(0)
  })

  test("follow a link with a broken fragment to the reference, and its script goes on", async () => {
    const page = await open()
    await page.goto(`${originOf(server)}/reference/keys.verifyKey#%`)
    await page.getByText("Try it", { exact: true }).click()
    await page
      .getByLabel(/Root key|key/i)
      .first()
      .waitFor()
  })
})
