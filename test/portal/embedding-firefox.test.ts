import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test"
import { until } from "../harness/until.ts"
import { type Firefox, startFirefox } from "../services/firefox.ts"
import { type EmbeddingSites, startEmbeddingSites } from "./embedding-sites.ts"

const hasHeading = (name: string) =>
  `[...document.querySelectorAll("h1, h2")].some((one) => one.textContent === ${JSON.stringify(name)})`
const press = (name: string) =>
  `[...document.querySelectorAll("button")].find((one) => one.textContent === ${JSON.stringify(name)})?.click()`

/** Chromium and Firefox keep cookies of frames by rules of their own. */
describe("in Firefox, the portal in a page of another site", () => {
  let sites: EmbeddingSites
  const running: Firefox[] = []
  const start = async (preferences: object = {}): Promise<Firefox> => {
    const firefox = await startFirefox(preferences)
    running.push(firefox)
    return firefox
  }
  beforeAll(async () => {
    sites = await startEmbeddingSites()
  })
  afterEach(async () => {
    for (const firefox of running.splice(0)) await firefox.stop()
  })
  afterAll(() => sites.stop())

  /** The frame of a page, once it shows a heading. */
  const frameWith = (browser: Firefox, page: string, heading: string): Promise<string> =>
    until(async () => {
      const [frame] = await browser.framesOf(page)
      if (frame === undefined) return undefined
      const isThere = await browser.evaluate(frame.context, hasHeading(heading)).catch(() => false)
      return isThere === true ? frame.context : undefined
    })

  const openedAt = async () => {
    const sessions: readonly { readonly openedAt?: number }[] = await sites.server.ok("portal.listSessions")
    return sessions.map((session) => session.openedAt)
  }

  test.each([
    ["", {}],
    [", also if people block cookies of other sites", { "network.cookie.cookieBehavior": 1 }],
  ])("works with a cookie of its own, and tells its height%s", async (_when, preferences) => {
    const firefox = await start(preferences)
    const page = await firefox.open(sites.shop.origin)
    const frame = await frameWith(firefox, page, "Production")
    await firefox.evaluate(frame, press("New key"))
    await until(async () => (await firefox.evaluate(frame, `document.activeElement?.tagName`)) === "INPUT")
    await firefox.evaluate(frame, `document.execCommand("insertText", false, "From Firefox")`)
    await firefox.evaluate(frame, press("Create key"))
    await frameWith(firefox, page, "Save your key now")
    const secret = String(await firefox.evaluate(frame, `document.querySelector("figure pre").textContent.trim()`))
    expect(await sites.server.ok("keys.verifyKey", { key: secret })).toMatchObject({ valid: true })
    await until(async () => {
      const content = Number(await firefox.evaluate(frame, "document.documentElement.scrollHeight"))
      const height = Number(await firefox.evaluate(page, `document.querySelector("iframe").clientHeight`))
      return Math.abs(content - height) <= 1
    })
    expect(await firefox.evaluate(frame, "document.cookie")).toBe("")
  })

  test("is shown by no other site, and its link stays unopened", async () => {
    await sites.server.ok("portal.revokeSessions", { all: true })
    const firefox = await start()
    const before = sites.links.length
    const page = await firefox.open(sites.shop.origin.replace("shop.", "evil."))
    await until(() => sites.links.length > before)
    const blocked = await until(async () => {
      const [frame] = await firefox.framesOf(page)
      const address = frame && (await firefox.evaluate(frame.context, "document.documentURI").catch(() => undefined))
      return typeof address === "string" && address.startsWith("about:neterror") ? address : undefined
    })
    expect(blocked).toContain("e=cspBlocked")
    expect(await openedAt()).toEqual([undefined])
  })
})
