import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fillWorkspace } from "./dashboard/fill-workspace.ts"
import { type Call, openBrowser, recordCalls, setUp, timeClick } from "./dashboard/visit.ts"
import type { Job } from "./job.ts"
import { median } from "./median.ts"
import { load, operatorKey, startKeyward } from "./processes.ts"
import { printTable, type Row } from "./report.ts"
import { verification } from "./verification.ts"

/** `bun bench/dashboard.ts`: every page of the dashboard with 100,000 keys, and what an open dashboard costs. */

const rounds = 5
const recordedMs = 10_000

/** The pages in the order of the clicks, each with the address of its link on the page before. */
const clicks = new Map<string, (home: string) => string>([
  ["/keys", (home) => `="${home}/keys"`],
  ["/keys/$keyId", (home) => `^="${home}/keys/key_"`],
  ["/apis", (home) => `="${home}/apis"`],
  ["/apis/$apiId", (home) => `^="${home}/apis/api_"`],
  ["/keys/new", (home) => `^="${home}/keys/new"`],
  ["/customers", (home) => `="${home}/customers"`],
  ["/customers/$identityId", (home) => `^="${home}/customers/id_"`],
  ["/permissions", (home) => `="${home}/permissions"`],
  ["/ratelimits", (home) => `="${home}/ratelimits"`],
  ["/ratelimits/$namespaceId", (home) => `^="${home}/ratelimits/"`],
  ["/usage", (home) => `="${home}/usage"`],
  ["/verifications", (home) => `="${home}/verifications"`],
  ["/events", (home) => `="${home}/events"`],
  ["/root-keys", (home) => `="${home}/root-keys"`],
  ["/members", (home) => `="${home}/members"`],
  ["/settings", (home) => `="${home}/settings"`],
  ["/operator/nodes", () => '="/operator/nodes"'],
  ["/operator/users", () => '="/operator/users"'],
  ["/operator/workspaces", () => '="/operator/workspaces"'],
  ["/", (home) => `="${home}"`],
])

export async function measureDashboard(keyCount: number): Promise<readonly Row[]> {
  const browser = await openBrowser()
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  const { workspaceId, rootKey, keyId } = await fillWorkspace(folder, keyCount)
  const server = await startKeyward(folder)
  try {
    const origin = `http://localhost:${server.port}`
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await setUp(context, setupLink(folder, origin))
    const home = `/w/${workspaceId}`
    await page.goto(`${origin}${home}`)
    await page.getByRole("heading", { name: "Overview" }).waitFor()
    // A person looks at the page before the first click.
    await page.waitForLoadState("networkidle")
    const times = new Map<string, number[]>()
    for (let round = 0; round < rounds; round += 1) {
      for (const [path, link] of clicks) {
        const time = await timeClick(page, `a[href${link(home)}]`)
        times.set(path, [...(times.get(path) ?? []), time])
      }
    }
    const job: Job = {
      ...verification({ rootKey }, { first: 0, count: 1_000 }),
      port: server.port,
      connections: 32,
      warmupMs: 500,
      durationMs: 4_000,
    }
    const calls = await recordCalls(page, recordedMs)
    await page.goto(`${origin}${home}/keys/${keyId}`)
    const ofKey = await recordCalls(page, recordedMs)
    await browser.close()
    const peak = await compare(server.port, job, [...calls, ...ofKey])
    const steady = await compare(server.port, { ...job, perSecond: 1_000 }, [...calls, ...ofKey])
    return [
      ...[...times].map(([path, taken]) => ({
        name: `dashboard: ${path} opened again, from the click to its data`,
        value: median(taken.slice(1)),
        unit: "ms",
        bar: { atMost: 150 },
        note: `the middle one of ${rounds - 1}; the first visit took ${taken[0]?.toFixed(0)} ms`,
      })),
      {
        name: "verifications per second beside two open pages",
        value: median(peak.map(({ alone, beside }) => beside.perSecond / alone.perSecond)),
        unit: "times alone",
        note: `${((calls.length + ofKey.length) / (recordedMs / 1000)).toFixed(1)} calls per second`,
      },
      {
        name: "p99 at 1,000 verifications per second beside two open pages",
        value: median(steady.map(({ alone, beside }) => beside.p99 / alone.p99)),
        unit: "times alone",
      },
    ]
  } finally {
    await browser.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function setupLink(folder: string, origin: string): string {
  const { stdout } = Bun.spawnSync([process.execPath, `${import.meta.dir}/../src/main.ts`, "setup-link"], {
    env: { PATH: Bun.env.PATH, KEYWARD_DATA_DIR: folder, KEYWARD_OPERATOR_KEY: operatorKey },
  })
  return `${origin}/setup#${stdout.toString().trim().split("#")[1]}`
}

/** Alternates, so that other programs on the machine disturb both sides. The browser is closed: only its calls are sent. */
async function compare(port: number, job: Job, calls: readonly Call[]) {
  const pairs: { readonly alone: LoadOf; readonly beside: LoadOf }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const alone = await load(job)
    const replaying = replay(port, calls)
    const beside = await load(job)
    await replaying.stop()
    pairs.push({ alone, beside })
  }
  return pairs
}

type LoadOf = Awaited<ReturnType<typeof load>>

/** Sends the recorded calls at their times, over and over. */
function replay(port: number, calls: readonly Call[]) {
  let isStopped = false
  const send = async ({ path, headers, body }: Call) => {
    const response = await fetch(`http://localhost:${port}${path}`, { method: "POST", headers, body })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} returned ${response.status}.`)
  }
  const run = async () => {
    while (!isStopped) {
      const startedAt = performance.now()
      for (const call of calls.toSorted((one, other) => one.atMs - other.atMs)) {
        await Bun.sleep(Math.max(0, call.atMs - (performance.now() - startedAt)))
        if (isStopped) return
        await send(call)
      }
      await Bun.sleep(Math.max(0, recordedMs - (performance.now() - startedAt)))
    }
  }
  const running = run()
  return {
    stop: () => {
      isStopped = true
      return running
    },
  }
}

if (import.meta.main) printTable(await measureDashboard(Number(process.argv[2] ?? 100_000)))
