import { beforeAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { visitor } from "../dashboard/visit.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { expectReadable } from "../services/accessibility.ts"
import { openBrowser } from "../services/browser.ts"
import { heading, press, secretOn } from "./on-page.ts"
import { type PortalSeed, seedPortal } from "./page-seed.ts"

const browser = openBrowser()
/** Browsers report connections that fail. */
const disconnected = /Failed to load resource|net::ERR/

/** docs/failures.md#the-portal */
describe("in the portal", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const open = visitor(browser)
  let seed: PortalSeed
  beforeAll(async () => {
    seed = await seedPortal(server)
  })

  const openLink = async (): Promise<Page> => {
    const page = await open({}, disconnected)
    await page.goto(await seed.link())
    await heading(page, "Production").waitFor()
    return page
  }
  const keysNamed = async (name: string): Promise<number> => {
    const { body } = await server.call("keys.listKeys", { externalId: "acme", limit: 100 })
    return body.data.filter((key: { readonly name: string }) => key.name === name).length
  }
  const verify = async (key: string) => (await server.ok("keys.verifyKey", { key })).code

  test("a server that is away loses nothing that was typed, and the same button goes on", async () => {
    const page = await openLink()
    await press(page, "New key")
    await page.getByLabel("Name").fill("After the outage")
    await page.route("**/v2/**", (route) => route.abort("connectionrefused"))
    await press(page, "Create key")
    await page.getByText("The service cannot be reached. Check your connection, and try again.").waitFor()
    await expectReadable(page, undefined, [["dark", 320]])
    await heading(page, "Production").waitFor()
    expect(await page.getByLabel("Name").inputValue()).toBe("After the outage")
    expect(await keysNamed("After the outage")).toBe(0)
    await page.unroute("**/v2/**")
    await press(page, "Create key")
    await heading(page, "Save your key now").waitFor()
    expect(await verify(await secretOn(page))).toBe("VALID")
    expect(await keysNamed("After the outage")).toBe(1)
  })

  test("a page that is opened while the server is away can be asked for again", async () => {
    const page = await open({}, disconnected)
    await page.route("**/v2/**", (route) => route.abort("connectionrefused"))
    await page.goto(await seed.link())
    await heading(page, "This page could not be loaded").waitFor()
    await expectReadable(page, undefined, [["light", 320]])
    await page.unroute("**/v2/**")
    await press(page, "Try again")
    await heading(page, "Production").waitFor()
  })

  test("a response that was lost is asked for again: one key, with its secret", async () => {
    const page = await openLink()
    let lost = 0
    await page.route("**/v2/portal.createKey", async (route) => {
      lost += 1
      if (lost > 1) return route.continue()
      expect((await route.fetch()).status()).toBe(200)
      return route.abort("connectionreset")
    })
    await press(page, "New key")
    await page.getByLabel("Name").fill("Once")
    await press(page, "Create key")
    await heading(page, "Save your key now").waitFor()
    expect(lost).toBe(2)
    expect(await verify(await secretOn(page))).toBe("VALID")
    expect(await keysNamed("Once")).toBe(1)
  })
})
