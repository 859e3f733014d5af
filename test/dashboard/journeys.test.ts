import { beforeAll, describe, expect, test } from "bun:test"
import { readFile } from "node:fs/promises"
import type { Page, Route } from "playwright-core"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { addPerson, cookieOf, inBrowser, password, visitor as someone } from "../people/person.ts"
import { openBrowser } from "../services/browser.ts"
import { addCookies, leaveStreamToOthers, originOf, owner, ownersPages, signInAs } from "./visit.ts"

const browser = openBrowser()

describe("people", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const { addressOf, open, pageAt } = ownersPages(browser, server)
  let apiId: string

  beforeAll(async () => {
    apiId = (await server.ok("apis.createApi", { name: "Payments" })).apiId
  })

  const verify = async (key: string) => String((await server.ok("keys.verifyKey", { key })).code)
  const secretOn = async (page: Page) => {
    await page.getByText("This is the only time the key is shown").waitFor()
    return (await page.locator("pre").first().textContent()) ?? ""
  }

  test("create a key, try it on the page, and find it again by its secret, which leaves no trace", async () => {
    const page = await pageAt("/keys/new")
    await page.getByLabel("Name").fill("Checkout")
    await page.getByLabel("Customer").fill("northwind")
    await page.getByRole("button", { name: "Create key" }).click()
    const secret = await secretOn(page)
    await page.getByRole("button", { name: "Verify" }).click()
    await page.getByText("The key was accepted.").waitFor()
    expect(await verify(secret)).toBe("VALID")
    await page.getByLabel("I have stored it").check()
    await page.getByRole("link", { name: "Keys", exact: true }).first().click()
    await page.getByLabel("Search keys").fill(secret)
    await page.getByRole("heading", { name: "Checkout" }).waitFor()
    const traces = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, history.state]),
    )
    expect(traces).not.toContain(secret)
  })

  test("rotate a key, see that the old secret is still used, cancel, rotate again and finish", async () => {
    const { keyId, key } = await server.ok("keys.createKey", { apiId, name: "Rotated" })
    const page = await pageAt(`/keys/${keyId}`)
    const dialog = page.getByRole("dialog")
    const rotate = async () => {
      await page.getByRole("button", { name: "Rotate", exact: true }).click()
      await dialog.getByRole("button", { name: "1 hour" }).click()
      await dialog.getByRole("button", { name: "Rotate", exact: true }).click()
      const secret = await secretOn(page)
      await page.getByLabel("I have stored it").check()
      await dialog.getByRole("button", { name: "Done" }).click()
      return secret
    }
    const end = async (ask: string, confirm: string) => {
      await page.getByRole("button", { name: ask }).click()
      await dialog.getByRole("button", { name: confirm }).click()
      await page.getByText("Two secrets work").waitFor({ state: "detached" })
    }
    const first = await rotate()
    await page.getByText("not used since the rotation began").waitFor()
    expect([await verify(key), await verify(first)]).toEqual(["VALID", "VALID"])
    await page.getByText("still in use, last").waitFor()
    await end("Cancel rotation …", "End the new secret")
    expect([await verify(key), await verify(first)]).toEqual(["VALID", "EXPIRED"])
    const second = await rotate()
    await end("Finish rotation …", "End the old secret")
    expect([await verify(key), await verify(second)]).toEqual(["EXPIRED", "VALID"])
  })

  test("replace both secrets of a key in a rotation", async () => {
    const { keyId, key } = await server.ok("keys.createKey", { apiId, name: "Leaked twice" })
    const { key: second } = await server.ok("keys.rotateKey", { keyId, overlap: 3_600_000 })
    const page = await pageAt(`/keys/${keyId}`)
    await page.getByText("Two secrets work").waitFor()
    await page.getByRole("button", { name: "Rotate", exact: true }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Replace both secrets" }).click()
    const third = await secretOn(page)
    expect([await verify(key), await verify(second), await verify(third)]).toEqual(["EXPIRED", "EXPIRED", "VALID"])
  })

  test("disable a key and see the refusal arrive in the live log, then undo it", async () => {
    const { keyId, key } = await server.ok("keys.createKey", { apiId, name: "Leaked" })
    const log = await pageAt(`/verifications?key=${keyId}`)
    await log.getByText("Live").waitFor()
    const page = await pageAt(`/keys/${keyId}`)
    await page.getByRole("button", { name: "Disable", exact: true }).click()
    await page.getByText(/^In effect after [\d,]+ ms\.$/).waitFor()
    expect(await verify(key)).toBe("DISABLED")
    await log.getByRole("table").getByText("DISABLED").first().waitFor()
    await page.getByText("Undo").click()
    await page.getByRole("button", { name: "Disable", exact: true }).waitFor()
    expect(await verify(key)).toBe("VALID")
  })

  test("read why a key is refused, and fix each cause with a button that viewers do not have", async () => {
    const refused = { apiId, enabled: false, expires: Date.now() + 86_400_000, credits: { remaining: 0 } }
    const { keyId, key } = await server.ok("keys.createKey", refused)
    const page = await pageAt(`/keys/${keyId}`)
    const causes = page.getByRole("listitem").filter({ hasText: "Failed" })
    const { cookie } = await addPerson(server, { ...server, role: "viewer" })
    const viewed = await open()
    await addCookies(viewed, server, cookie)
    await viewed.goto(addressOf(`/keys/${keyId}`))
    await viewed.getByText("Enable the key, unless someone disabled it on purpose.").waitFor()
    expect(await viewed.getByRole("button", { name: "Enable key" }).count()).toBe(0)
    await page.getByLabel("Permissions asked for").fill("maps.read")
    await page.getByRole("button", { name: "Explain" }).click()
    await page.getByText("The key does not satisfy the query. It would with maps.read.").waitFor()
    expect(await causes.count()).toBe(3)
    await page.getByRole("button", { name: "Enable key" }).click()
    await page.getByText("The key is enabled.", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Add maps.read" }).click()
    await page.getByRole("button", { name: "Add 1 credit" }).click()
    await page.getByText("Added 1 credit.").waitFor()
    await causes.first().waitFor({ state: "detached" })
    expect(await verify(key)).toBe("VALID")
  })

  test("save the ten keys that cost most this month as a file, in three clicks", async () => {
    const keys = Array.from({ length: 12 }, (_, index) => ({ name: `=Cost ${index}`, credits: { remaining: 99_999 } }))
    const created: { keyId: string; key: string }[] = (await server.ok("keys.createKeys", { apiId, keys })).keys
    for (const [index, { key }] of created.entries()) {
      await server.ok("keys.verifyKey", { key, credits: { cost: 1_000 + index } })
    }
    await until(async () => (await server.ok("usage.listUsage", { limit: 1 }))[0]?.keyId === created[11]?.keyId)
    const page = await pageAt("")
    await page.getByRole("link", { name: "Usage", exact: true }).click()
    await page.getByRole("button", { name: "Download CSV" }).click()
    const saved = page.waitForEvent("download")
    await page.getByRole("menuitem", { name: "Top 10" }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe(`usage-keys-${new Date().toISOString().slice(0, 7)}.csv`)
    const [head, ...lines] = (await readFile((await file.path()) ?? "", "utf8")).trimEnd().split("\r\n")
    expect(head).toStartWith("keyId,name,customer,identityId,apiId,api,deleted,credits,creditsShare,")
    const costliest = created.toReversed().slice(0, 10)
    expect(lines.map((line) => line.split(",").filter((_, column) => column < 2 || column === 7))).toEqual(
      costliest.map(({ keyId }, index) => [keyId, `"'=Cost ${11 - index}"`, String(1_011 - index)]),
    )
    // The rest of the page: other lists, other orders, another month, and Back.
    await page.getByRole("button", { name: "APIs", exact: true }).click()
    await page.getByRole("cell", { name: "Payments" }).waitFor()
    await page.getByRole("columnheader", { name: "Verifications" }).getByRole("button").click()
    await page.waitForURL(/by=api&sort=verifications\.desc/)
    await page.getByRole("button", { name: "Previous month" }).click()
    await page.getByText("No verifications in this period").waitFor()
    await page.goBack()
    await page.getByRole("cell", { name: "Payments" }).waitFor()
  })

  test("see everything and can change nothing as a viewer", async () => {
    const { email } = await addPerson(server, { ...server, role: "viewer" })
    const page = await open()
    await signInAs(page, originOf(server), email)
    await page.getByRole("link", { name: "Keys", exact: true }).first().click()
    await page.getByRole("heading", { name: /^Keys/ }).waitFor()
    await page.getByRole("table").waitFor()
    expect(await page.getByRole("link", { name: "Create key" }).count()).toBe(0)
    await page.getByRole("link", { name: "Members", exact: true }).click()
    await page.getByText(email).first().waitFor()
    expect(await page.getByRole("button", { name: /Invite/ }).count()).toBe(0)
  })

  test("are warned when another person changes what they edit, and no edit is lost", async () => {
    const { keyId } = await server.ok("keys.createKey", { apiId, name: "Shared" })
    const page = await pageAt(`/keys/${keyId}?tab=settings`)
    await page.getByLabel("Name").fill("Renamed here")
    await server.ok("keys.updateKey", { keyId, meta: { changed: "elsewhere" } })
    await page.getByText("Another person has changed this.").waitFor()
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByRole("heading", { name: "Renamed here" }).waitFor()
    expect(await server.ok("keys.getKey", { keyId })).toMatchObject({
      name: "Renamed here",
      meta: { changed: "elsewhere" },
    })
  })

  test("export every key that matches, also those that the page does not show yet", async () => {
    for (const group of [0, 1, 2]) {
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          server.ok("keys.createKey", { apiId, name: `Exported ${group * 20 + index}`, externalId: "exporter" }),
        ),
      )
    }
    const page = await pageAt("/keys?customer=exporter")
    await page.getByRole("heading", { name: "Keys 60" }).waitFor()
    const download = page.waitForEvent("download")
    await page.getByRole("button", { name: "Export CSV" }).click()
    const file = await Bun.file(await (await download).path()).text()
    expect(file.split("\r\n").filter((line) => line.includes("exporter"))).toHaveLength(60)
    await page.getByText("Exported 60 keys.").waitFor()
    await page.getByRole("button", { name: "Clear" }).click()
    const { counts } = await server.ok("workspaces.getWorkspace", {})
    await page.getByRole("heading", { name: `Keys ${counts.keys}`, exact: true }).waitFor()
  })

  test("read that the server does not answer while it hangs", async () => {
    const page = await pageAt("/keys", { isAlone: true }, /ERR_FAILED/)
    await page.getByRole("table").waitFor()
    await page.clock.install()
    const held: Route[] = []
    let isHanging = true
    // A route ends with an error if the page has given up the request, or is closed.
    const settle = (settled: Promise<void>) => settled.catch(() => {})
    await page.route(/\/v2\//, (route) => (isHanging ? void held.push(route) : settle(route.continue())))
    await page.clock.runFor(30_000)
    await page.getByText("The server cannot be reached. Trying again").waitFor()
    isHanging = false
    await Promise.all(held.map((route) => settle(route.abort())))
    await page.clock.runFor(5_000)
    await page.getByText("The server cannot be reached. Trying again").waitFor({ state: "detached" })
  })

  test("see usage although the clock of their computer says 1970", async () => {
    const page = await pageAt("/", { isAlone: true })
    await page.getByRole("heading", { name: "Overview" }).waitFor()
    await page.waitForResponse((response) => response.url().endsWith("/v2/usage.getVerifications"))
    await page.clock.setFixedTime(0)
    for (const _ of [1, 2]) {
      const response = await page.waitForResponse((one) => one.url().endsWith("/v2/usage.getVerifications"))
      expect(response.status()).toBe(200)
    }
  })

  test("see only what still works in a disabled workspace, and why it is disabled", async () => {
    const { workspaceId, rootKey } = await server.createWorkspace("Unpaid")
    const { cookie } = await addPerson(server, { workspaceId, rootKey, role: "owner" })
    const disabling = { workspaceId, reason: "unpaid_billing", note: "Invoice 7" }
    await server.ok("workspaces.disableWorkspace", disabling, server.operator)
    const page = await open()
    await leaveStreamToOthers(page)
    await addCookies(page, server, cookie)
    await page.goto(`${originOf(server)}/w/${workspaceId}/verifications`)
    await page.getByText("This page works again when the workspace is enabled").waitFor()
    await page.getByText("Invoice 7").waitFor()
    const rail = page.getByRole("navigation", { name: "Pages" }).getByRole("link")
    expect(await rail.allTextContents()).toEqual(["Overview", "Events", "Members", "Settings"])
    for (const name of ["Events", "Members", "Settings"]) {
      await rail.filter({ hasText: name }).click()
      await page.getByRole("heading", { name, level: 1 }).waitFor()
      await page.waitForLoadState("networkidle")
    }
  })

  test("sign in inside a dialog when the session ends, and keep what they have typed", async () => {
    const page = await open({}, /status of 401/)
    await page.goto(addressOf("/keys/new"))
    await page.getByLabel("E-mail address").fill(owner.email)
    await page.getByLabel("Password").fill(password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByLabel("Name").fill("Typed before the session ended")
    const again = await server.call("sessions.signIn", { email: owner.email, password }, someone)
    await server.ok("account.revokeOtherSessions", {}, inBrowser({ cookie: cookieOf(again) }))
    // If a read of the page finds out before the click, its dialog is in front of the button until they have signed in.
    const clicked = page.getByRole("button", { name: "Create key" }).click()
    const dialog = page.getByRole("dialog", { name: "Sign in again" })
    await dialog.getByLabel("Password").fill(password)
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click()
    await clicked
    await secretOn(page)
    await page.getByText("Typed before the session ended").first().waitFor()
  })

  test("who close that dialog are not asked again by a page that reads, and sign in when they want", async () => {
    const page = await open({}, /status of 401/)
    await page.goto(addressOf("/verifications"))
    await page.getByLabel("E-mail address").fill(owner.email)
    await page.getByLabel("Password").fill(password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByRole("heading", { name: "Verifications", level: 1 }).waitFor()
    const again = await server.call("sessions.signIn", { email: owner.email, password }, someone)
    await server.ok("account.revokeOtherSessions", {}, inBrowser({ cookie: cookieOf(again) }))
    const dialog = page.getByRole("dialog", { name: "Sign in again" })
    await dialog.waitFor()
    await page.keyboard.press("Escape")
    const banner = page.getByRole("status").filter({ hasText: "Your session has ended" })
    await banner.waitFor()
    await dialog.waitFor({ state: "detached" })
    // The page goes on reading: it has seen the first of two refusals before it asks again.
    for (const _ of [1, 2]) await page.waitForResponse((response) => response.status() === 401)
    expect(await dialog.count()).toBe(0)
    await banner.getByRole("button", { name: "Sign in" }).click()
    await dialog.getByLabel("Password").fill(password)
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click()
    await banner.waitFor({ state: "detached" })
    const { key } = await server.ok("keys.createKey", { apiId, name: "Verified after signing in" })
    expect(await verify(key)).toBe("VALID")
    await page.getByRole("table").getByText("Verified after signing in").first().waitFor()
  })

  test("sign in inside a dialog when the cookie has expired too, also when they come back to the tab", async () => {
    const page = await open({ isAlone: true }, /status of 401/)
    await page.goto(addressOf("/keys/new"))
    await page.getByLabel("E-mail address").fill(owner.email)
    await page.getByLabel("Password").fill(password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByLabel("Name").fill("Typed before the cookie expired")
    const dialog = page.getByRole("dialog", { name: "Sign in again" })
    const signIn = async () => {
      await dialog.getByLabel("Password").fill(password)
      await dialog.getByRole("button", { name: "Sign in", exact: true }).click()
      await dialog.waitFor({ state: "detached" })
    }
    await page.context().clearCookies()
    // What the page reads about the session is stale after half a minute.
    await page.clock.install()
    await page.clock.fastForward(60_000)
    await page.evaluate(() => dispatchEvent(new Event("visibilitychange")))
    await signIn()
    await page.context().clearCookies()
    // A read of the page may find out before the click, as above.
    const clicked = page.getByRole("button", { name: "Create key" }).click()
    await signIn()
    await clicked
    await secretOn(page)
    await page.getByText("Typed before the cookie expired").first().waitFor()
  })

  test("read what happened when the server does not answer, and go on when it does", async () => {
    const again = await server.call("sessions.signIn", { email: owner.email, password }, someone)
    const page = await open({}, /ERR_INTERNET_DISCONNECTED/)
    await addCookies(page, server, cookieOf(again))
    await page.goto(addressOf("/keys"))
    await page.getByRole("table").waitFor()
    await page.context().setOffline(true)
    await page.getByText("The server cannot be reached. Trying again").waitFor()
    await page.context().setOffline(false)
    await page.getByText("The server cannot be reached. Trying again").waitFor({ state: "detached" })
  })
})
