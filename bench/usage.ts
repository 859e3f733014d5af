import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { dayMs } from "../src/core/durations.ts"
import { sha256 } from "../src/secrets/hash.ts"
import { openPostgres } from "../src/storage/postgres/engine.ts"
import { openSqlite } from "../src/storage/sqlite/engine.ts"
import { benchKey } from "./bench-key.ts"
import { openClusterServers } from "./cluster-servers.ts"
import type { Job, LoadResult } from "./job.ts"
import { load, operatorKey, type Served, startKeyward } from "./processes.ts"
import { printTable, type Row } from "./report.ts"
import { callOperation } from "./seed.ts"
import { busyIdentity, fillHistory } from "./usage/fill-history.ts"
import { measureLogCost } from "./usage/log-cost.ts"
import { measureSizes } from "./usage/sizes.ts"
import { verification } from "./verification.ts"

/** `bun bench/usage.ts`: charts of 100,000 keys and 30 days, while verifications run. */

interface Place {
  readonly name: string
  start(): Promise<Served>
  open(): ReturnType<typeof openSqlite>
  bytes(): number
}

export async function measureUsage(keyCount: number): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  const servers = await openClusterServers()
  try {
    const file = join(folder, "keyward.db")
    const places: Place[] = [
      {
        name: "SQLite",
        start: () => startKeyward(folder),
        open: () => openSqlite(file),
        bytes: () => statSync(file).size,
      },
    ]
    if (servers !== undefined) {
      const url = await servers.createDatabase("bench_usage")
      places.push({
        name: "PostgreSQL",
        start: () => servers.startClustered(url),
        open: () => openPostgres(url),
        bytes: () => 0,
      })
    }
    const rows: Row[] = []
    for (const place of places) rows.push(...(await measureOn(place, keyCount)))
    rows.push(...(await measureSizesIn(folder, await servers?.createDatabase("bench_sizes"))))
    rows.push(...(await measureLogCost()))
    return rows
  } finally {
    await servers?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureSizesIn(folder: string, url: string | undefined): Promise<readonly Row[]> {
  const logPath = join(folder, "sizes-log.db")
  const places = [{ name: "SQLite", engine: openSqlite(join(folder, "sizes.db")), logPath }]
  if (url !== undefined) places.push({ name: "PostgreSQL", engine: openPostgres(url), logPath })
  const rows: Row[] = []
  for (const place of places) {
    rows.push(...(await measureSizes(place)))
    await place.engine.close()
  }
  return rows
}

/** Plain verifications at a rate that leaves the server half idle. */
const verificationsPerSecond = 1_000
const verifiedKeys = 1_000
const rounds = 10
/** A page of a list of keys or customers, which shows a small chart beside each. */
const shownKeys = Array.from({ length: 100 }, (_, index) => `key_bench_${1 + index * 50}`)
const shownCustomers = Array.from({ length: 100 }, (_, index) => `id_bench_${index}`)
/** About as often as a page with five charts that is opened every second. */
const pauseMs = 150

async function measureOn(place: Place, keyCount: number): Promise<readonly Row[]> {
  const first = await place.start()
  const call = (key: string, operation: string, body: unknown) => callOperation(first.port, key, operation, body)
  const { rootKey, workspaceId } = await call(operatorKey, "workspaces.createWorkspace", { name: "usage" })
  const { apiId } = await call(rootKey, "apis.createApi", { name: "usage" })
  const keys = Array.from({ length: verifiedKeys }, (_, number) => ({ hash: sha256(benchKey(number)) }))
  await call(rootKey, "keys.migrateKeys", { apiId, keys })
  for (const externalId of shownCustomers) await call(rootKey, "identities.createIdentity", { externalId })
  await first.stop()
  const engine = place.open()
  await fillHistory(engine, { workspaceId, apiId, keyCount, days: 30, now: Date.now() })
  // Identities have ids of their own; the history knows them under others.
  await engine.transaction(async (db) => {
    await db
      .updateTable("identities")
      .set((row) => ({ id: row.ref("external_id") }))
      .where("external_id", "in", shownCustomers)
      .execute()
  })
  await engine.close()
  const server = await place.start()
  try {
    const job: Job = {
      ...verification({ rootKey }, { first: 0, count: verifiedKeys }),
      port: server.port,
      connections: 16,
      warmupMs: 1_000,
      durationMs: 8_000,
      perSecond: verificationsPerSecond,
    }
    const alone = await load(job)
    const now = Date.now()
    const questions = {
      "30 days by code": { from: now - 30 * dayMs, interval: "day", groupBy: ["code"] },
      "30 days by code, hourly": { from: now - 30 * dayMs, interval: "hour", groupBy: ["code"] },
      "top 10 keys of 7 days": { from: now - 7 * dayMs, groupBy: ["key"] },
      "top 10 keys of 24 hours": { from: now - dayMs, interval: "hour", groupBy: ["key"] },
      "top 10 customers of 7 days": { from: now - 7 * dayMs, groupBy: ["identity"] },
      "sparklines of 100 keys": {
        from: now - dayMs,
        interval: "hour",
        keyIds: shownKeys,
        groupBy: ["key"],
        limit: shownKeys.length,
      },
      "sparklines of 100 customers with 5 keys each": {
        from: now - dayMs,
        interval: "hour",
        identities: shownCustomers,
        groupBy: ["identity"],
        limit: shownCustomers.length,
      },
      "a customer's day by minute": {
        from: now - dayMs,
        interval: "minute",
        identity: busyIdentity,
        groupBy: ["code"],
      },
    }
    const times = new Map(Object.keys(questions).map((name) => [name, [] as number[]]))
    const loading: Promise<LoadResult> = load(job)
    let isDone = false
    loading.finally(() => {
      isDone = true
    })
    for (let round = 0; round < rounds || !isDone; round += 1) {
      for (const [name, body] of Object.entries(questions)) {
        const startedAt = performance.now()
        await callOperation(server.port, rootKey, "usage.getVerifications", body)
        times.get(name)?.push(performance.now() - startedAt)
        await Bun.sleep(pauseMs)
      }
    }
    const beside = await loading
    const bar = (name: string) => ({ bar: { atMost: name === "sparklines of 100 keys" ? 30 : 100 } })
    return [
      ...[...times].map(([name, taken]) => ({
        name: `usage on ${place.name}: ${name}`,
        value: at(taken, 0.5),
        unit: "ms",
        ...bar(name),
        note: `p99 ${at(taken, 0.99).toFixed(0)} ms of ${taken.length}`,
      })),
      {
        name: `usage on ${place.name}: p99 of verifications beside charts`,
        value: beside.p99 / alone.p99,
        unit: "times alone",
        bar: { atMost: 1.5 },
        note: `${beside.p99.toFixed(1)} ms, alone ${alone.p99.toFixed(1)} ms`,
      },
      { name: `usage on ${place.name}: size`, value: place.bytes() / 1024 ** 2, unit: "MiB" },
    ]
  } finally {
    await server.stop()
  }
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

if (import.meta.main) {
  printTable(await measureUsage(Number(process.argv[2] ?? 100_000)))
}
