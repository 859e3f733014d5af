import { afterEach, describe, expect, test } from "bun:test"
import type { BrowserContext, Page } from "playwright-core"
import type { TestServer } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { openBrowser } from "../services/browser.ts"
import { password, setupToken } from "./person.ts"

const browser = openBrowser()

describe("the pages for people", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const origin = () => server.url.replace("127.0.0.1", "localhost")
  const contexts: BrowserContext[] = []
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
  })

  /** A browser of its own, in which no error may be reported. */
  async function open(): Promise<Page> {
    const context = await browser().newContext()
    contexts.push(context)
    const page = await context.newPage()
    page.on("pageerror", (error) => {
      throw error
    })
    return page
  }
  const fill = async (page: Page, form: string, values: Readonly<Record<string, string>>) => {
    const shown = page.locator(`form[name="${form}"]`)
    for (const [name, value] of Object.entries(values)) await shown.locator(`[name="${name}"]`).fill(value)
    await shown.locator('button[type="submit"]').click()
  }
  const sessionIn = (page: Page) =>
    page.evaluate(async () => {
      const headers = { "Content-Type": "application/json" }
      return (await (await fetch("/v2/sessions.getSession", { method: "POST", headers, body: "{}" })).json()).data
    })
  const signIn = async (page: Page, email: string, secret = password) => {
    await page.goto(`${origin()}/sign-in`)
    await fill(page, "sign-in", { email, password: secret })
    await page.waitForURL(`${origin()}/`)
  }
  const idOf = async ({ ok, operator }: TestServer, search: string) =>
    (await ok("users.listUsers", { search }, operator))[0].userId

  test("lead from the setup link to a signed-in operator, without the token in the address", async () => {
    const page = await open()
    const token = await setupToken(server)
    await page.goto(`${server.url}/setup#${token}`)
    await page.locator('form[name="setup"]').waitFor()
    expect(page.url()).toBe(`${origin()}/setup`)
    await fill(page, "setup", { email: "ada@example.com", name: "Ada", password })
    await page.waitForURL(`${origin()}/`)
    expect(await sessionIn(page)).toMatchObject({
      ...{ method: "setup", operator: true, user: { name: "Ada", email: "ada@example.com" } },
      workspaces: [{ name: "Test", role: "owner" }],
    })
    expect(await page.evaluate("document.cookie")).toBe("")
    const stored = await page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")
    for (const secret of [token, password]) expect(stored).not.toContain(secret)
  })

  test("accept an invitation as a new person, and later as one who has an account", async () => {
    const email = "grace@example.com"
    const { url } = await server.ok("members.inviteMember", { email, role: "developer" })
    const page = await open()
    await page.goto(url)
    await page.locator('form[name="join"]').waitFor()
    expect(await page.locator("[data-invitation]").textContent()).toContain("Test as developer")
    await fill(page, "join", { name: "Grace", password })
    await page.waitForURL(`${origin()}/w/${server.workspaceId}`)
    const other = await server.createWorkspace("Other")
    const again = await server.ok("members.inviteMember", { email, role: "viewer" }, { key: other.rootKey })
    const elsewhere = await open()
    await elsewhere.goto(again.url)
    await elsewhere.getByRole("button", { name: "Use an existing account" }).click()
    await fill(elsewhere, "sign-in", { password })
    // Tabs of several workspaces have different titles.
    await elsewhere.waitForURL(`${origin()}/w/${other.workspaceId}`)
    await elsewhere.waitForFunction(() => document.title === "Overview · Other · Keyward")
    expect((await sessionIn(elsewhere)).workspaces).toMatchObject([
      { name: "Test", role: "developer" },
      { name: "Other", role: "viewer" },
    ])
  })

  test("sign in and out, and say why a sign-in failed", async () => {
    const page = await open()
    await page.goto(`${origin()}/sign-in`)
    await fill(page, "sign-in", { email: "ada@example.com", password: "wrong" })
    expect(await page.getByRole("alert").textContent()).toContain("The sign-in failed.")
    await signIn(page, "ada@example.com")
    await page.getByRole("button", { name: "Ada" }).click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()
    await page.waitForURL(`${origin()}/sign-in`)
    expect(await sessionIn(page)).toMatchObject({ signedIn: false })
  })

  test("show the account: name, browsers, and a new password", async () => {
    const [page, other] = [await open(), await open()]
    await signIn(other, "grace@example.com")
    await signIn(page, "grace@example.com")
    await page.goto(`${origin()}/account`)
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Grace")
    await page.getByLabel("Name", { exact: true }).fill("<b>Rear Admiral</b>")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("button", { name: "<b>Rear Admiral</b>" }).waitFor()
    const sessions = page.getByRole("table", { name: "Sessions" }).getByRole("row")
    await sessions.nth(2).waitFor()
    expect(await sessions.count()).toBeGreaterThan(2)
    await page.getByRole("button", { name: "Sign out everywhere else" }).click()
    await sessions.nth(2).waitFor({ state: "detached" })
    await other.goto(`${origin()}/account`)
    await other.waitForURL(`${origin()}/sign-in?next=%2Faccount`)
    const userId = await idOf(server, "grace@example.com")
    const { url } = await server.ok("users.createResetLink", { userId }, server.operator)
    await other.goto(url)
    await fill(other, "reset", { password: "a new password of Grace" })
    await other.waitForURL(`${origin()}/`)
    await page.goto(`${origin()}/account`)
    await page.waitForURL(`${origin()}/sign-in?next=%2Faccount`)
  })

  test("send what keeps other sites out", async () => {
    for (const path of ["/setup", "/sign-in", "/invitation", "/reset"]) {
      const { status, headers } = await server.request(path, {
        headers: { Accept: "text/html", Host: new URL(origin()).host },
      })
      expect([path, status]).toEqual([path, 200])
      const policy = headers.get("content-security-policy") ?? ""
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("script-src 'self'")
      expect(policy).not.toContain("unsafe")
      expect(headers.get("referrer-policy")).toBe("same-origin")
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin")
      expect(headers.get("cache-control")).toBe("no-store")
    }
  })

  test("are served under the public origin only, whatever the Host says", async () => {
    const moved = await server.request("/setup", { headers: { Accept: "text/html" }, redirect: "manual" })
    expect([moved.status, moved.headers.get("location")]).toEqual([307, `${origin()}/setup`])
    const foreign = await server.request("/setup", { headers: { Host: "keys.example.com" }, redirect: "manual" })
    expect(foreign.status).toBe(421)
    expect(foreign.headers.get("location")).toBeNull()
    expect(foreign.text).toContain("KEYWARD_PUBLIC_URL")
    expect(foreign.text).not.toContain("keys.example.com")
  })
})

describe("paths for browsers", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const accept = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

  test("an unknown path is a page with a way home for browsers, and the envelope for programs", async () => {
    const page = await server.request("/nowhere", { headers: accept })
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"])
    expect(page.text).toContain('<a href="/">')
    for (const reply of [await server.request("/nowhere"), await server.request("/v2/nowhere", { headers: accept })]) {
      expect(reply.body.error.type).toEndWith("/application/route_not_found")
    }
  })

  test("a misspelt operation names the nearest one", async () => {
    const { body } = await server.request("/v2/keys.creatKey", { method: "POST" })
    expect(body.error.detail).toBe("There is no operation at this path. Did you mean /v2/keys.createKey?")
    const far = await server.request("/v2/zzzzzzzz", { method: "POST" })
    expect(far.body.error.detail).toBe("There is no operation or page at this path.")
  })

  test("GET / tells programs what this is", async () => {
    const { body, headers } = await server.request("/")
    expect(body.data).toEqual({
      name: "keyward",
      version: expect.any(String),
      docs: "/docs",
      reference: "/reference",
      openapi: "/openapi.json",
    })
    expect(headers.get("vary")).toBe("Accept")
  })

  test("there is an icon", async () => {
    const { status, headers, text } = await server.request("/favicon.ico")
    expect([status, headers.get("content-type")]).toEqual([200, "image/svg+xml"])
    expect(text).toStartWith("<svg")
  })
})
