import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { openBrowser } from "../services/browser.ts"
import { addPerson, password } from "./person.ts"

const browser = openBrowser()

describe("after the sign-in", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const origin = () => server.url.replace("127.0.0.1", "localhost")

  let context: BrowserContext
  let email = ""
  beforeAll(async () => {
    const person = await addPerson(server, { ...server, role: "viewer" })
    email = person.email
    context = await browser().newContext()
    // What lies behind the sign-in is not of interest here, and must not go anywhere else.
    await context.route(/.*/, (route) => {
      const url = new URL(route.request().url())
      const isOfSignIn = url.origin === origin() && /^\/(sign-in|assets|v2)/.test(url.pathname)
      return isOfSignIn ? route.continue() : route.fulfill({ body: "", contentType: "text/html" })
    })
  })
  afterAll(() => context.close())

  test("a person gets to the page that asked for it", async () => {
    const page = await context.newPage()
    await page.goto(`${origin()}/sign-in?next=%2Fw%2Fws_1`)
    const form = page.locator('form[name="sign-in"]')
    await form.locator('[name="email"]').fill(email)
    await form.locator('[name="password"]').fill(password)
    await form.locator("button[type=submit]").click()
    await page.waitForURL(`${origin()}/w/ws_1`)
    await page.close()
  })

  /** Where this address leads a person who has signed in. */
  async function endOf(address: string): Promise<string> {
    const page = await context.newPage()
    await page.goto(`${origin()}${address}`)
    await page.waitForURL((url) => url.pathname !== "/sign-in")
    const end = page.url()
    await page.close()
    return end
  }

  test.each([
    ["/sign-in", "/"],
    ["/sign-in?next=", "/"],
    ["/sign-in?next=%2Fw%2Fws_1%2Fkeys%3Fstatus%3Dactive%26q%3Da%2520b", "/w/ws_1/keys?status=active&q=a%20b"],
    ["/sign-in?next=/account#part", "/account"],
    ["/sign-in?next=/%252F/x", "/%2F/x"],
  ])("%s leads a person who has signed in to %s", async (address, end) => {
    expect(await endOf(address)).toBe(`${origin()}${end}`)
  })

  test.each([
    ...["//evil.example", "%2F%2Fevil.example", "/%5Cevil.example", "/\\evil.example", "\\\\evil.example"],
    ...["https://evil.example/", "https:evil.example", "javascript:alert(1)", "data:text/html,x", "evil.example"],
    ...["/%09/evil.example", "/%0A/evil.example", "%20//evil.example", "/.//evil.example", "/w/..//evil.example"],
  ])("nobody leaves this server, whatever a link says: %s", async (next) => {
    expect(new URL(await endOf(`/sign-in?next=${next}`)).origin).toBe(origin())
  })
})

describe("the sign-in page of an installation without users", () => {
  const server = serveKeyward({ engine: "sqlite" })

  test("says how to get the setup link", async () => {
    const page = await (await browser().newContext()).newPage()
    await page.goto(`${server.url.replace("127.0.0.1", "localhost")}/sign-in`)
    const notice = page.getByText("keyward setup-link").first()
    await notice.waitFor()
    await addPerson(server, { ...server, role: "viewer" })
    await page.reload()
    await page.waitForLoadState("networkidle")
    expect(await page.getByLabel("Password").isVisible()).toBe(true)
    expect(await notice.isVisible()).toBe(false)
    await page.close()
  })
})
