import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sha256 } from "../src/secrets/hash.ts"
import { operatorKey, startKeyward } from "./processes.ts"
import { printTable, type Row } from "./report.ts"
import { callOperation } from "./seed.ts"

/** The longest delay that one tenant's bulk work may add to another tenant's change or verification with credits. */
const longestDelayMs = 100

interface Tenant {
  readonly rootKey: string
  readonly apiId: string
}

type Case = readonly [name: string, work: () => Promise<unknown>, step: () => Promise<unknown>]

/**
 * Runs bulk work of one tenant beside the changes and spends of another.
 * `bun bench/fairness.ts [words]` measures only the rows whose names contain these words.
 */
export async function measureFairness(words = ""): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  const server = await startKeyward(folder)
  try {
    const call = (key: string, operation: string, body: unknown) => callOperation(server.port, key, operation, body)
    const createTenant = async (): Promise<Tenant> => {
      const { rootKey } = await call(operatorKey, "workspaces.createWorkspace", { name: "fairness" })
      const { apiId } = await call(rootKey, "apis.createApi", { name: "fairness" })
      return { rootKey, apiId }
    }
    const [busy, quiet] = [await createTenant(), await createTenant()]
    const rich = { apiId: quiet.apiId, credits: { remaining: 1_000_000_000 } }
    const { key } = await call(quiet.rootKey, "keys.createKey", rich)
    const create = () => call(quiet.rootKey, "keys.createKey", { apiId: quiet.apiId })
    const spend = () => call(quiet.rootKey, "keys.verifyKey", { key })
    const imports = importsOf(server.port, busy)
    const flood = floodOf(server.port, busy, (await call(busy.rootKey, "keys.createKey", { apiId: busy.apiId })).key)
    const cases: readonly Case[] = [
      ["createKey beside eight imports of 9,000 keys", imports, create],
      ["a spend beside eight imports of 9,000 keys", imports, spend],
      ["a spend beside 33,000 unique tags", flood, spend],
      ["createKey beside 20 times 1,000 keys of keys.createKeys", creationsOf(server.port, busy), create],
      ["createKey beside a change of 10,000 keys", changesOf(server.port, busy, "keys.updateKeys"), create],
      ["a spend beside a change of 10,000 keys", changesOf(server.port, busy, "keys.updateKeys"), spend],
      ["createKey beside the deletion of 10,000 keys", changesOf(server.port, busy, "keys.deleteKeys"), create],
    ]
    const rows: Row[] = []
    for (const [name, work, step] of cases) if (name.includes(words)) rows.push(await row(name, work, step))
    return rows
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function row(name: string, work: () => Promise<unknown>, step: () => Promise<unknown>): Promise<Row> {
  await timesOf(() => Bun.sleep(500), step)
  const alone = await timesOf(() => Bun.sleep(1_000), step)
  const beside = await timesOf(work, step)
  const summaryOf = (times: readonly number[]) =>
    `median ${at(times, 0.5).toFixed(0)} ms, p99 ${at(times, 0.99).toFixed(0)} ms, longest ${at(times, 1).toFixed(0)} ms of ${times.length}`
  return {
    name: `fairness: ${name}`,
    // The maximum, because the promise covers every call. The note has p99, which a busy machine disturbs less.
    value: Math.max(0, at(beside, 1) - at(alone, 1)),
    unit: "ms later",
    bar: { atMost: longestDelayMs },
    note: `beside it ${summaryOf(beside)}; alone ${summaryOf(alone)}`,
  }
}

function at(ascending: readonly number[], share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? 0
}

/** Repeats a step while the work runs. Returns the duration of each step, ascending. */
async function timesOf(work: () => Promise<unknown>, step: () => Promise<unknown>): Promise<readonly number[]> {
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  const times: number[] = []
  while (!isDone) {
    const startedAt = performance.now()
    await step()
    times.push(performance.now() - startedAt)
  }
  await working
  return times.sort((one, other) => one - other)
}

/** Bodies are written before the clock starts and responses are not parsed, because this process also measures. */
function importsOf(port: number, { rootKey, apiId }: Tenant): () => Promise<unknown> {
  let round = 0
  return () => {
    round += 1
    const bodies = Array.from({ length: 8 }, (_, part) =>
      JSON.stringify({
        apiId,
        keys: Array.from({ length: 9_000 }, (_, index) => ({ hash: sha256(`${round} ${part} ${index}`) })),
      }),
    )
    return Promise.all(bodies.map((body) => post(port, { rootKey, operation: "keys.migrateKeys", body })))
  }
}

function creationsOf(port: number, { rootKey, apiId }: Tenant): () => Promise<unknown> {
  const body = JSON.stringify({ apiId, keys: Array.from({ length: 1_000 }, (_, index) => ({ name: `${index}` })) })
  return () =>
    Promise.all(Array.from({ length: 20 }, () => post(port, { rootKey, operation: "keys.createKeys", body })))
}

/** The API has the keys of the imports. */
function changesOf(port: number, { rootKey, apiId }: Tenant, operation: string): () => Promise<unknown> {
  const change = operation === "keys.updateKeys" ? { name: operation, meta: { at: Date.now() } } : {}
  return () => post(port, { rootKey, operation, body: JSON.stringify({ apiId, ...change }) })
}

function floodOf(port: number, { rootKey }: Tenant, key: string): () => Promise<unknown> {
  return async () => {
    let next = 0
    const lane = async () => {
      while (next < 33_000) {
        next += 1
        const body = JSON.stringify({ key, tags: [`${next}`.padEnd(512, "t"), "x".repeat(512)] })
        await post(port, { rootKey, operation: "keys.verifyKey", body })
      }
    }
    await Promise.all(Array.from({ length: 16 }, lane))
  }
}

interface Request {
  readonly rootKey: string
  readonly operation: string
  readonly body: string
}

async function post(port: number, { rootKey, operation, body }: Request): Promise<void> {
  const headers = { Authorization: `Bearer ${rootKey}`, "Content-Type": "application/json" }
  const response = await fetch(`http://127.0.0.1:${port}/v2/${operation}`, { method: "POST", headers, body })
  if (response.status !== 200) throw new Error(`${operation} was answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

if (import.meta.main) printTable(await measureFairness(process.argv.slice(2).join(" ")))
