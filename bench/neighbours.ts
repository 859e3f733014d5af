import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { keyOperations as operations } from "../src/operations/index.ts"
import { residentMiB } from "./limits.ts"
import { median } from "./median.ts"
import { type Attack, loadAttacks } from "./neighbours/attack.ts"
import { openScene, type Scene } from "./neighbours/scene.ts"
import { startWatcher, type Waits, type Watcher } from "./neighbours/waits.ts"
import type { Prepared } from "./neighbours/worst-request.ts"
import { type NamedRequest, worstRequestsOf } from "./neighbours/worst-requests.ts"
import { timeWrites, type WriteTimes } from "./neighbours/writes.ts"
import { startKeyward } from "./processes.ts"
import { printTable, type Row } from "./report.ts"

interface Setting {
  /** The number of keys that share an identity, a role, a permission and an API. */
  readonly crowdSize: number
  readonly rounds: number
  /** Runs only operations whose name, and attacks whose description, contains this text. */
  readonly only?: string | undefined
}

/** The longest wait that a request of one tenant may cause for a verification, or a list, of another. */
const longestWaitMs = 50

/**
 * Sends the worst request of each operation, one at a time, and then floods of requests, while another process verifies a
 * key of another workspace. Reports how long those verifications waited, compared with an equally long time without.
 */
export async function measureNeighbours({ crowdSize, rounds, only = "" }: Setting): Promise<readonly Row[]> {
  const requests = worstRequestsOf(operations).filter(({ operation }) => operation.includes(only))
  const attacks = (await loadAttacks()).filter(({ what }) => what.includes(only))
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  const server = await startKeyward(folder, {
    KEYWARD_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    // Attacks have endpoints of webhooks on this machine.
    KEYWARD_WEBHOOK_ALLOW: "127.0.0.0/8",
  })
  try {
    const scene = await openScene(server.port, crowdSize)
    const neighbour = await scene.createTenant()
    const { key } = await scene.call("keys.createKey", { apiId: neighbour.apiId }, neighbour.rootKey)
    const watcher = await startWatcher({ port: server.port, pid: server.pid, rootKey: neighbour.rootKey, key })
    const rows: Row[] = []
    const add = (row: Row) => {
      process.stderr.write(`  ${row.name}: ${row.value.toFixed(0)} ms; ${row.note}\n`)
      rows.push(row)
    }
    try {
      for (const request of requests) for (const row of await measure({ scene, watcher, rounds }, request)) add(row)
      for (const attack of attacks) {
        for (const row of await measureAttack({ scene, watcher, rounds }, attack)) add(row)
      }
    } finally {
      await watcher.stop()
    }
    const memory = residentMiB(server.pid)
    return [...rows, { name: "neighbours: memory of the server afterwards", value: memory, unit: "MiB" }]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Measuring {
  readonly scene: Scene
  readonly watcher: Watcher
  readonly rounds: number
}

async function measure({ scene, watcher, rounds }: Measuring, request: NamedRequest): Promise<readonly Row[]> {
  const nextRequest = await request.prepare(scene)
  const waits: Waits[] = []
  const idleWaits: Waits[] = []
  let tookMs = 0
  let bytes = 0
  for (let round = 0; round < Math.min(rounds, request.atMost ?? rounds); round += 1) {
    const prepared = await nextRequest(round)
    await Bun.sleep(settlingMs)
    const waited = await watcher.during(async () => {
      const answer = await send(scene, request, prepared)
      tookMs = Math.max(tookMs, answer.tookMs)
      bytes = Math.max(bytes, answer.bytes)
    })
    waits.push(waited)
    idleWaits.push(await watcher.during(() => Bun.sleep(Math.min(tookMs, longestIdleMs))))
  }
  const name = `neighbours: ${request.operation}, ${request.what}`
  const rowOf = (kind: string, of: (one: Waits) => number, more: string): Row => ({
    name: `${name}${kind}`,
    value: median(waits.map(of)),
    unit: "ms",
    bar: { atMost: longestWaitMs },
    note: `${more}longest ${summaryOf(waits, of)}, idle ${summaryOf(idleWaits, of)}; took ${tookMs.toFixed(0)} ms, ${bytes} bytes`,
  })
  const work = `work ${summaryOf(waits, ({ longestWorkMs }) => longestWorkMs)}, `
  const verifications = rowOf("", ({ longestMs }) => longestMs, work)
  if (request.isMeasuredByLists !== true) return [verifications]
  return [verifications, rowOf(" (a list)", ({ longestListMs }) => longestListMs, "")]
}

const attackMs = 1_000

/** The attack continues over all rounds, so each round shows what a neighbour waits for beside it. */
async function measureAttack({ scene, watcher, rounds }: Measuring, attack: Attack): Promise<readonly Row[]> {
  const waits: Waits[] = []
  const neighbour = attack.hasWrites ? await scene.createTenant() : undefined
  const writesDuring = () => neighbour && timeWrites(scene, neighbour, () => Bun.sleep(writesMs))
  const idleWrites = await writesDuring()
  const running = await attack.start(scene)
  let writes: WriteTimes | undefined
  try {
    for (let round = 0; round < rounds; round += 1) waits.push(await watcher.during(() => Bun.sleep(attackMs)))
    writes = await writesDuring()
  } finally {
    await running.stop()
  }
  const idle = await watcher.during(() => Bun.sleep(attackMs))
  const of = ({ longestMs }: Waits) => longestMs
  const work = summaryOf(waits, ({ longestWorkMs }) => longestWorkMs)
  const rowOf = (kind: string, value: number, note: string): Row => ({
    name: `neighbours: ${attack.what}${kind}`,
    value,
    unit: "ms",
    bar: { atMost: longestWaitMs },
    note,
  })
  const longest = `work ${work}, longest ${summaryOf(waits, of)}, idle ${summaryOf([idle], of)}`
  const idleNote = (ms: number | undefined) => `idle ${ms?.toFixed(1)} ms`
  return [
    rowOf("", median(waits.map(of)), longest),
    ...(writes === undefined
      ? []
      : [
          rowOf(" (credits, p99)", writes.credits, idleNote(idleWrites?.credits)),
          rowOf(" (createKey, p99)", writes.createKey, idleNote(idleWrites?.createKey)),
        ]),
  ]
}

/** Longer than the time after which usage is stored. */
const writesMs = 6_000

/** Lets the aftermath of preparing a request pass. */
const settlingMs = 50
const longestIdleMs = 3_000

async function send({ port, tenant }: Scene, request: NamedRequest, { body, key, idempotencyKey }: Prepared) {
  const text = typeof body === "string" ? body : JSON.stringify(body)
  const startedAt = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/v2/${request.operation}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key ?? tenant.rootKey}`,
      "Content-Type": "application/json",
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    },
    body: text,
  })
  const { byteLength } = await response.arrayBuffer()
  if (response.status !== (request.status ?? 200)) {
    throw new Error(`${request.operation}, ${request.what}, was answered ${response.status}.`)
  }
  return { tookMs: performance.now() - startedAt, bytes: byteLength }
}

function summaryOf(waits: readonly Waits[], of: (one: Waits) => number | undefined): string {
  return `${Math.max(...waits.map((one) => of(one) ?? 0)).toFixed(0)} ms`
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { crowd: { type: "string", default: "20000" }, rounds: { type: "string", default: "5" } },
    allowPositionals: true,
  })
  const [only] = positionals
  printTable(await measureNeighbours({ crowdSize: Number(values.crowd), rounds: Number(values.rounds), only }))
}
