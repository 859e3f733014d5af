// `bun scripts/screenshots.ts`: takes the pictures of the dashboard in docs/images from a seeded installation.
import { mkdirSync } from "node:fs"
import { resolve } from "node:path"
import { type Browser, chromium } from "playwright-core"
import { type Seeded, seed } from "../test/dashboard/seed.ts"
import { startKeyward, type TestServer } from "../test/harness/harness.ts"
import { seedPortal } from "../test/portal/page-seed.ts"

const folder = resolve(import.meta.dir, "..", "docs", "images")
const thirtyDays = 720

interface Picture {
  readonly name: string
  readonly path: (seeded: Seeded) => string
  readonly theme?: "dark"
  readonly width?: number
}

const pictures: readonly Picture[] = [
  { name: "overview", path: () => "?range=7d" },
  { name: "overview-dark", path: () => "?range=7d", theme: "dark" },
  { name: "keys", path: () => "/keys" },
  { name: "key", path: ({ keys }) => `/keys/${keys[0]?.keyId}?range=7d` },
  { name: "create-key", path: ({ apiIds }) => `/keys/new?api=${apiIds[0]}` },
  { name: "customer", path: ({ identityIds }) => `/customers/${identityIds.northwind}?range=7d` },
  { name: "verifications", path: () => "/verifications" },
  { name: "overview-phone", path: () => "?range=7d", width: 390 },
]

const executablePath = process.env.KEYWARD_TEST_CHROMIUM ?? Bun.which("chromium") ?? Bun.which("google-chrome")
if (!executablePath) throw new Error("Install Chromium, or name it in KEYWARD_TEST_CHROMIUM.")

mkdirSync(folder, { recursive: true })
const clock = { now: Date.now() }
const server = await startKeyward({ engine: "sqlite", clock })
await server.ok("workspaces.updateWorkspace", { name: "Acme Inc." })
console.log("Sending 30 days of traffic …")
const seeded = await seed(server, { clock, hours: thirtyDays, callsPerHour: 60 })
const origin = server.url.replace("127.0.0.1", "localhost")
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })
try {
  const storageState = await join(browser, server)
  for (const { name, path, theme = "light", width = 1440 } of pictures) {
    const viewport = { width, height: 900 }
    const context = await browser.newContext({ storageState, viewport, colorScheme: theme })
    const page = await context.newPage()
    await page.goto(`${origin}/w/${server.workspaceId}${path(seeded)}`)
    await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor()
    await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" })
    // Fonts and charts are drawn in the next frames.
    await page.waitForTimeout(1_000)
    await page.screenshot({ path: resolve(folder, `${name}.png`) })
    await context.close()
    console.log(`docs/images/${name}.png`)
  }
  await takePortal(browser, server)
} finally {
  await browser.close()
  await server.stop()
}

/** The page that customers see. */
async function takePortal(browser: Browser, server: TestServer): Promise<void> {
  const { link } = await seedPortal(server)
  const page = await browser.newPage({ viewport: { width: 1040, height: 620 } })
  await page.goto(await link())
  await page.getByRole("heading", { name: "Production" }).waitFor()
  await page.screenshot({ path: resolve(folder, "portal.png") })
  await page.close()
  console.log("docs/images/portal.png")
}

/** Accepts an invitation as an owner, and returns the state of a browser that has signed in. */
async function join(browser: Browser, { ok }: TestServer) {
  const { url } = await ok("members.inviteMember", { email: "mara@acme.dev", role: "owner" })
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url)
  await page.getByLabel("Your name").fill("Mara Klein")
  await page.getByLabel("Choose a password").fill("correct horse battery staple")
  await page.getByRole("button", { name: "Create account and join" }).click()
  await page.waitForURL(`${origin}/**/ws_*`)
  const state = await context.storageState()
  await context.close()
  return state
}
