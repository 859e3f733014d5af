import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { openBrowser } from "./dashboard/visit.ts"
import { median } from "./median.ts"
import { operatorKey, startKeyward } from "./processes.ts"
import { printTable, type Row } from "./report.ts"
import { callOperation } from "./seed.ts"

/** `bun bench/portal.ts`: the page of a customer on a slow network, and portal.getView at 1,000 keys. */

const keyCount = 1_000
/** As many as a customer may have unless the team allows more. */
const usualCount = 20
const keysPerCall = 500
const loads = 7
/** Below the 120 calls a minute of a session. */
const callsPerSession = 100
const sessions = 3

/** What browsers call slow 4G. Chromium delays each response by the round trip, and connects without a delay. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

export async function measurePortal(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  const server = await startKeyward(folder)
  const browser = await openBrowser()
  try {
    const origin = `http://localhost:${server.port}`
    const { rootKey } = await callOperation(server.port, operatorKey, "workspaces.createWorkspace", { name: "Acme" })
    const call = (operation: string, body: unknown) => callOperation(server.port, rootKey, operation, body)
    const { apiId } = await call("apis.createApi", { name: "Payments" })
    const createKeys = async (externalId: string, count: number) => {
      for (let first = 0; first < count; first += keysPerCall) {
        const length = Math.min(keysPerCall, count - first)
        const keys = Array.from({ length }, (_, index) => ({ name: `Key ${first + index}`, externalId }))
        await call("keys.createKeys", { apiId, keys })
      }
    }
    await createKeys("many", keyCount)
    await createKeys("usual", usualCount)
    await call("portal.updatePortal", { enabled: true, apis: [apiId], maxKeys: keyCount, name: "Acme" })
    const link = async (externalId: string) => String((await call("portal.createSession", { externalId })).url)
    const views: number[] = []
    for (let session = 0; session < sessions; session += 1) views.push(...(await timeViews(origin, await link("many"))))
    const times: number[] = []
    for (let load = 0; load < loads; load += 1) times.push(await timeFirstLoad(browser, await link("usual")))
    const slowest = (percent: number, values: readonly number[]) =>
      values.toSorted((one, other) => one - other)[Math.ceil((percent / 100) * values.length) - 1] ?? Number.NaN
    return [
      {
        name: `portal.getView at ${keyCount.toLocaleString("en")} keys`,
        value: median(views),
        unit: "ms",
        bar: { atMost: 20 },
        note: `the middle one of ${views.length}, with HTTP; p99 ${slowest(99, views).toFixed(1)} ms`,
      },
      {
        name: "portal: first load on slow 4G, until 20 keys are shown",
        value: median(times) / 1_000,
        unit: "s",
        bar: { atMost: 1.5 },
        note: `the middle one of ${loads}, each in a new browser session; slowest ${(Math.max(...times) / 1_000).toFixed(2)} s`,
      },
    ]
  } finally {
    await browser.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Milliseconds of each call, one after the other. */
async function timeViews(origin: string, link: string): Promise<readonly number[]> {
  const post = async (operation: string, body: object, more: Readonly<Record<string, string>>) => {
    const headers = { Origin: origin, "Content-Type": "application/json", ...more }
    const response = await fetch(`${origin}/v2/${operation}`, { method: "POST", headers, body: JSON.stringify(body) })
    const { data } = await response.json()
    if (response.status !== 200) throw new Error(`${operation} returned ${response.status}.`)
    return { data, cookies: response.headers.getSetCookie() }
  }
  const { data, cookies } = await post("portal.openSession", { token: link.slice(link.indexOf("#") + 1) }, {})
  const [cookie = ""] = cookies
  const page = { Cookie: cookie.slice(0, cookie.indexOf(";")), "Keyward-Portal": data.session.sessionId }
  const times: number[] = []
  for (let count = 0; count < callsPerSession; count += 1) {
    const startedAt = performance.now()
    await post("portal.getView", {}, page)
    times.push(performance.now() - startedAt)
  }
  return times
}

/** Milliseconds from the address until the page shows keys and can be used. */
async function timeFirstLoad(browser: Browser, link: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send("Network.enable")
  await devTools.send("Network.emulateNetworkConditions", slow4G)
  const startedAt = performance.now()
  await page.goto(link, { waitUntil: "commit" })
  await page.getByRole("heading", { name: `Key ${usualCount - 1}`, exact: true }).waitFor()
  const time = performance.now() - startedAt
  await context.close()
  return time
}

if (import.meta.main) printTable(await measurePortal())
