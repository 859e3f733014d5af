import { beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import type { Page } from "playwright-core"
import { expectReadable } from "../accessibility.ts"
import { serveKeyward } from "../serve-keyward.ts"
import { openBrowser } from "../services/browser.ts"
import { type Seeded, seed } from "./seed.ts"
import { originOf, setUp, visitor } from "./visit.ts"

setDefaultTimeout(120_000)

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
  [() => "/permissions", "billing"],
  [() => "/ratelimits", "uploads"],
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

describe("every page", () => {
  const clock = { now: Date.now() }
  const server = serveKeyward({ engine: "sqlite", clock })
  const open = visitor(browser)
  let seeded: Seeded
  let state: Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>

  beforeAll(async () => {
    seeded = await seed(server, { clock, hours: 30, callsPerHour: 12 })
    const context = await browser().newContext()
    const page = await context.newPage()
    await setUp(page, server)
    state = await context.storageState()
    await context.close()
  })

  test.each(
    pages.map(([path, shows]) => [path({ apiIds: ["api"], keys: [], identityIds: {} }) || "/", path, shows] as const),
  )("%s is readable in both themes and widths, and breaks no rule of accessibility", async (_name, path, shows) => {
    const page = await open({ storageState: state })
    const part = path(seeded)
    const base = part.startsWith("/operator") ? "" : `/w/${server.workspaceId}`
    await page.goto(`${originOf(server)}${base}${part}`)
    await page.getByRole("main").getByText(shows).first().waitFor()
    await expectReadable(page, () => page.getByRole("main").getByText(shows).first().waitFor())
  })
})
