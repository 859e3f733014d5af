import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sha256 } from "../src/secrets/hash.ts"
import { benchKey } from "./bench-key.ts"
import type { Job } from "./job.ts"
import { median } from "./median.ts"
import { load, operatorKey, startKeyward } from "./processes.ts"
import { printTable, type Row } from "./report.ts"
import { callOperation } from "./seed.ts"
import { type Entry, openEntries } from "./sign-ins/entries.ts"
import { type FloodJob, type FloodResult, tryPassword } from "./sign-ins/flood.ts"
import { verification } from "./verification.ts"

/**
 * `bun bench/sign-ins.ts`: verifications beside 200 sign-in attempts at a time, against verifications alone. While they
 * are measured alone, the same browsers try a server that does nothing, so that both sides carry the browsers' own work.
 * Beside the same flood, people who can prove who they are sign in, accept invitations, and set passwords.
 */

interface Setting {
  readonly seconds: number
  readonly rounds: number
}

const browsers = 200
const verifiedKeys = 1_000
const warmupMs = 500
const attempts = 10
const longestEntryMs = 2_000
const longestFloodMs = 300_000

interface Flood {
  readonly name: string
  readonly pauseMs: number
}

const floods: readonly Flood[] = [
  { name: "that wait a second when they are refused", pauseMs: 1_000 },
  { name: "that never wait", pauseMs: 0 },
]

export async function measureSignIns({ seconds, rounds }: Setting): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  // The addresses of the flood are in a header.
  const server = await startKeyward(folder, { KEYWARD_TRUSTED_PROXIES: "127.0.0.1/32" })
  try {
    const { port } = server
    const { rootKey } = await callOperation(port, operatorKey, "workspaces.createWorkspace", { name: "sign-ins" })
    const { apiId } = await callOperation(port, rootKey, "apis.createApi", { name: "sign-ins" })
    const keys = Array.from({ length: verifiedKeys }, (_, number) => ({ hash: sha256(benchKey(number)) }))
    await callOperation(port, rootKey, "keys.migrateKeys", { apiId, keys })
    const verifications: Job = {
      ...verification({ rootKey }, { first: 0, count: verifiedKeys }),
      port,
      connections: 32,
      warmupMs,
      durationMs: seconds * 1000,
    }
    const rows: Row[] = []
    for (const { name, pauseMs } of floods) {
      const peak = await compare(verifications, { rounds, pauseMs })
      const steady = await compare({ ...verifications, perSecond: 1_000 }, { rounds, pauseMs })
      rows.push(
        ...(await countEntries(port, rootKey, { name, pauseMs })),
        {
          name: `verifications per second beside ${browsers} sign-ins ${name}`,
          value: median(peak.map(({ alone, beside }) => beside.perSecond / alone.perSecond)),
          unit: "times alone",
          note: noteOf(peak.map(({ flood }) => flood)),
        },
        {
          name: `p99 at 1,000 verifications per second beside ${browsers} sign-ins ${name}`,
          value: median(steady.map(({ alone, beside }) => beside.p99 / alone.p99)),
          unit: "times alone",
          note: `${median(steady.map(({ beside }) => beside.p99)).toFixed(1)} ms, alone ${median(steady.map(({ alone }) => alone.p99)).toFixed(1)} ms`,
        },
      )
    }
    return rows
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Alternates, so that other programs on the machine disturb both sides. */
async function compare(job: Job, { rounds, pauseMs }: { readonly rounds: number; readonly pauseMs: number }) {
  const pairs: Pair[] = []
  const idle = startIdleServer()
  const flood = { browsers, pauseMs, durationMs: job.warmupMs + job.durationMs + 500 }
  for (let round = 0; round < rounds; round += 1) {
    const elsewhere = startFlood({ ...flood, port: idle.port })
    const alone = await load(job)
    await elsewhere
    const flooding = startFlood({ ...flood, port: job.port })
    const beside = await load(job)
    pairs.push({ alone, beside, flood: await flooding })
  }
  await idle.stop()
  return pairs
}

/** Refuses every attempt after a second, as Keyward does. */
function startIdleServer() {
  const server = Bun.serve({
    port: 0,
    async fetch() {
      await Bun.sleep(1_000)
      return new Response("{}", { status: 429 })
    },
  })
  return { port: server.port ?? 0, stop: () => server.stop(true) }
}

interface Pair {
  readonly alone: Awaited<ReturnType<typeof load>>
  readonly beside: Awaited<ReturnType<typeof load>>
  readonly flood: FloodResult
}

async function startFlood(job: FloodJob): Promise<FloodResult> {
  return JSON.parse(await new Response(spawnFlood(job).stdout).text())
}

function spawnFlood(job: FloodJob) {
  return Bun.spawn([process.execPath, `${import.meta.dir}/sign-ins/flood.ts`], {
    stdin: new Blob([JSON.stringify(job)]),
    stdout: "pipe",
    stderr: "inherit",
  })
}

/** How often a person gets in who has signed in with this browser before, has a session or holds a link. */
async function countEntries(port: number, rootKey: string, flood: Flood): Promise<readonly Row[]> {
  const entries = await openEntries(port, rootKey)
  const child = spawnFlood({ port, browsers, pauseMs: flood.pauseMs, durationMs: longestFloodMs })
  try {
    while ((await tryPassword(port, `${crypto.randomUUID()}@example.com`)) !== 429) {}
    const rows: Row[] = []
    for (const { name, enter } of entries) {
      const durations = await timeEntries(enter)
      const slowest = Math.max(...durations)
      rows.push({
        name: `known browser gets in beside ${browsers} sign-ins ${flood.name}: ${name}`,
        value: durations.filter((ms) => ms <= longestEntryMs).length,
        unit: `of ${attempts}`,
        bar: { atLeast: attempts },
        note: Number.isFinite(slowest) ? `slowest ${slowest.toFixed(0)} ms` : "some were refused",
      })
    }
    return rows
  } finally {
    child.kill()
    await child.exited
  }
}

/** Infinity for an attempt that was refused. */
async function timeEntries(enter: Entry["enter"]): Promise<readonly number[]> {
  const durations: number[] = []
  for (let index = 0; index < attempts; index += 1) {
    const send = await enter()
    const startedAt = performance.now()
    const status = await send()
    durations.push(status === 200 ? performance.now() - startedAt : Number.POSITIVE_INFINITY)
  }
  return durations
}

function noteOf(results: readonly FloodResult[]): string {
  const hashed = median(results.map(({ hashedPerSecond }) => hashedPerSecond))
  const refused = median(results.map(({ refusedPerSecond }) => refusedPerSecond))
  return `${hashed.toFixed(0)} passwords hashed and ${refused.toFixed(0)} attempts refused per second`
}

if (import.meta.main) printTable(await measureSignIns({ seconds: 4, rounds: 5 }))
