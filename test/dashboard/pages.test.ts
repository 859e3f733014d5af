import { beforeAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { expectReadable, type Look } from "../services/accessibility.ts"
import { openBrowser } from "../services/browser.ts"
import { type Seeded, seed } from "./seed.ts"
import { consoleWatcher, setUp } from "./visit.ts"

const browser = openBrowser()

/** Each page of the dashboard, below `/w/…` unless it begins with `/operator`, and a text that is there once it has data. */
const pages: readonly (readonly [path: (seeded: Seeded) => string, shows: string])[] = [
  [() => "", "Top keys"],
  [() => "/apis", "Payments API"],
  [({ apiIds }) => `/apis/${apiIds[0]}`, "Payments API"],
  [() => "/keys", "northwind"],
  [() => "/keys/new", "Create key"],
  [({ keys }) => `/keys/${keys[0]?.keyId}`, "Production"],
  [() => "/customers", "northwind"],
  [({ identityIds }) => `/customers/${identityIds.northwind}`, "northwind"],
  [() => "/plans", "Business"],
  [({ planId }) => `/plans/${planId}`, "What each customer of the plan gets"],
  [() => "/permissions", "billing"],
  [() => "/ratelimits", "uploads"],
  [({ namespaceId }) => `/ratelimits/${namespaceId}`, "vip_*"],
  [() => "/verifications", "northwind"],
  [() => "/events", "created the"],
  [() => "/root-keys", "Root keys"],
  [() => "/members", "Mara Klein"],
  [() => "/settings", "Settings"],
  [() => "/account", "mara@acme.dev"],
  [() => "/operator/workspaces", "Test"],
  [() => "/operator/nodes", "Nodes"],
  [() => "/operator/users", "mara@acme.dev"],
]

const keysOf = (customer: string, keys: Seeded["keys"]) => keys.filter((key) => key.customer === customer)

/** The parts of pages that only a click opens, or that few objects have. */
const tabs: typeof pages = [
  [({ apiIds }) => `/apis/${apiIds[0]}?tab=keys`, "northwind"],
  [({ apiIds }) => `/apis/${apiIds[0]}?tab=settings`, "Danger zone"],
  [({ keys }) => `/keys/${keys[1]?.keyId}?tab=limits`, "Changes of the balance"],
  [({ keys }) => `/keys/${keysOf("globex", keys)[3]?.keyId}`, "has used up its quota"],
  [({ keys }) => `/keys/${keys[3]?.keyId}`, "Two secrets work"],
  [({ keys }) => `/keys/${keys[0]?.keyId}?tab=permissions`, "payments.read"],
  [({ keys }) => `/keys/${keys[0]?.keyId}?tab=verifications`, "198.51.100."],
  [({ keys }) => `/keys/${keys[0]?.keyId}?tab=events`, "created the"],
  [({ keys }) => `/keys/${keys[0]?.keyId}?tab=settings`, "Danger zone"],
  [({ identityIds }) => `/customers/${identityIds.northwind}?tab=keys`, "Production"],
  [({ identityIds }) => `/customers/${identityIds.northwind}?tab=billing`, "added credits for pi_1"],
  [({ identityIds }) => `/customers/${identityIds.globex}`, "The quota is used up."],
  [({ identityIds }) => `/customers/${identityIds.northwind}?tab=permissions`, "documents.read"],
  [({ identityIds }) => `/customers/${identityIds.wayne}`, "Every key of this customer is refused"],
  [({ keys }) => `/keys/${keysOf("wayne", keys)[1]?.keyId}?tab=permissions`, "customer lacks it"],
  [({ identityIds }) => `/customers/${identityIds.northwind}?tab=limits`, "Limits shared by all its keys"],
  [({ identityIds }) => `/customers/${identityIds.northwind}?tab=verifications`, "198.51.100."],
  [({ identityIds }) => `/customers/${identityIds.northwind}?tab=settings`, "Danger zone"],
  [({ identityIds }) => `/customers/${identityIds.northwind}?tab=events`, "created the"],
  [({ planId }) => `/plans/${planId}?tab=customers`, "northwind"],
  [() => "/permissions?tab=permissions", "documents.read"],
  [() => "/permissions?role=billing", "refunds.write"],
]

/** One verification of each kind of refusal, because each has its color. More rows of the same kind only cost time. */
const refusals = ({ keys: [limited, rich, , , , , disabled] }: Seeded): readonly (readonly [string, object])[] => [
  ["DISABLED", { key: disabled?.key }],
  ["NOT_FOUND", { key: "acme_live_guessed" }],
  ["INSUFFICIENT_PERMISSIONS", { key: limited?.key, permissions: "reports.delete" }],
  ["RATE_LIMITED", { key: limited?.key, ratelimits: [{ name: "exports", cost: 6 }] }],
  ["USAGE_EXCEEDED", { key: rich?.key, credits: { cost: 1_000_000 } }],
]

const anyKey = { keyId: "key_…", key: "", name: "", customer: "", weight: 1 }
const anything: Seeded = {
  apiIds: ["api_…"],
  keys: [anyKey, anyKey, { ...anyKey, customer: "wayne" }, { ...anyKey, customer: "wayne" }],
  identityIds: { northwind: "id_…", globex: "id_…", wayne: "id_…" },
  namespaceId: "rlns_…",
  planId: "plan_…",
}
/** With a path for the name of the test. */
const named = (listed: typeof pages) => listed.map(([path, shows]) => [path(anything) || "/", path, shows] as const)

describe("every page", () => {
  const clock = { now: Date.now() }
  const server = serveKeyward({ engine: "sqlite", clock })
  const watch = consoleWatcher()
  let seeded: Seeded
  /** One for all tests, because a new session would load the scripts again. */
  let page: Page

  beforeAll(async () => {
    seeded = await seed(server, { clock, hours: 30, callsPerHour: 2 })
    for (const [code, body] of refusals(seeded)) {
      expect((await server.ok("keys.verifyKey", body)).code).toBe(code)
    }
    const context = await browser().newContext()
    page = await context.newPage()
    watch(page)
    await setUp(page, server)
  })

  /** As a link of the dashboard does. */
  const navigate = async (path: string, shows: string) => {
    await page.evaluate((to) => {
      history.pushState(null, "", to)
      dispatchEvent(new PopStateEvent("popstate"))
    }, path)
    await page.getByRole("main").getByText(shows).first().waitFor()
  }

  const check = async (part: string, shows: string, looks?: readonly Look[]) => {
    const workspace = `/w/${server.workspaceId}`
    // The page before may show the same text, and this one does not.
    await navigate(`${workspace}/no-such-page`, "There is no page here")
    await navigate(part.startsWith("/operator") ? part : `${workspace}${part}`, shows)
    await expectReadable(page, () => page.getByRole("main").getByText(shows).first().waitFor(), looks)
  }

  test.each(named(pages))(
    "%s is readable in both themes and widths, and breaks no rule of accessibility",
    async (_name, path, shows) => check(path(seeded), shows),
  )

  test.each(named(tabs))("%s is readable in both themes and widths too", async (_name, path, shows) => {
    await check(path(seeded), shows, [
      ["light", 1440],
      ["dark", 390],
    ])
  })
})
