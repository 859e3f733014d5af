import { Database } from "bun:sqlite"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { LoadResult, Work } from "./job.ts"
import { median } from "./median.ts"
import { load, operatorKey, type Served, startKeyward } from "./processes.ts"
import { processorMicros } from "./processor-time.ts"
import { printTable, type Row } from "./report.ts"
import { callOperation } from "./seed.ts"
import { type Receiver, startReceiver } from "./webhooks/start-receiver.ts"

/**
 * What webhooks cost changes and verifications. `bun bench/webhooks.ts` measures only this, and `changes` and `dead` measure
 * one half.
 */

interface Size {
  readonly seconds: number
  readonly rounds: number
  /** Events behind a dead endpoint. */
  readonly backlog: number
}

export const wholeSize: Size = { seconds: 3, rounds: 8, backlog: 1_000_000 }
export const quickSize: Size = { seconds: 2, rounds: 3, backlog: 50_000 }

const endpoints = 50
const say = (what: string) => process.stderr.write(`  ${what} …\n`)

export async function measureWebhooks(size: Size): Promise<readonly Row[]> {
  return [...(await measureChanges(size)), ...(await measureDeadEndpoint(size))]
}

interface Bench {
  readonly folder: string
  readonly receiver: Receiver
  /** A new server on the same data. */
  restart(settings?: Readonly<Record<string, string>>): Promise<Served>
}

const opened = { KEYWARD_WEBHOOK_ALLOW: "127.0.0.0/8" }

async function withServer<T>(measure: (bench: Bench) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  const receiver = await startReceiver()
  let server: Served | undefined
  const restart = async (settings: Readonly<Record<string, string>> = opened) => {
    await server?.stop()
    server = await startKeyward(folder, settings)
    return server
  }
  try {
    return await measure({ folder, receiver, restart })
  } finally {
    await server?.stop()
    await receiver.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Keys are created in a workspace without endpoints, and in turn in others with many. */
function measureChanges({ seconds, rounds }: Size): Promise<readonly Row[]> {
  return withServer(async ({ restart, receiver }) => {
    const server = await restart()
    const without = await openWorkspace(server)
    const others = await openWorkspace(server)
    const wanted = await openWorkspace(server)
    for (let number = 0; number < endpoints; number += 1) {
      await others.call("webhooks.createWebhook", { url: receiver.url, types: ["permission.*"] })
    }
    await wanted.call("webhooks.createWebhook", { url: receiver.url, types: ["*"] })
    const timing = { warmupMs: 0, durationMs: seconds * 1000, port: server.port, connections: 16 }
    const turn = async ({ creation }: Workspace): Promise<Turn> => {
      const before = processorMicros(server.pid)
      const { perSecond } = await load({ ...creation, ...timing })
      return {
        micros: 1e6 / perSecond,
        processorMicros: (processorMicros(server.pid) - before) / (perSecond * seconds),
      }
    }
    say("changes with and without webhooks")
    await turn(without)
    const turns: Turns[] = []
    for (let round = 0; round < rounds; round += 1) {
      // The order alternates, so that none profits from its place.
      const early = round % 2 === 0 ? await turn(others) : undefined
      const none = await turn(without)
      turns.push({ none, others: early ?? (await turn(others)), wanted: await turn(wanted) })
      await until(async () => isUpToDate(wanted))
    }
    const rest = "of createKey with one webhook that gets each event"
    const unwanted = `of createKey with ${endpoints} webhooks that want other events`
    return [
      costRow(turns, { name: `time ${unwanted}`, which: "others", what: "micros", atMost: 1.03 }),
      costRow(turns, { name: `processor time ${unwanted}`, which: "others", what: "processorMicros", atMost: 1.03 }),
      costRow(turns, { name: `time ${rest}`, which: "wanted", what: "micros" }),
      costRow(turns, { name: `processor time ${rest}`, which: "wanted", what: "processorMicros" }),
    ]
  })
}

/** What one change took. Other programs disturb the processor time less. */
interface Turn {
  readonly micros: number
  readonly processorMicros: number
}

interface Turns {
  readonly none: Turn
  readonly others: Turn
  readonly wanted: Turn
}

interface Cost {
  readonly name: string
  readonly which: "others" | "wanted"
  readonly what: keyof Turn
  readonly atMost?: number
}

function costRow(turns: readonly Turns[], { name, which, what, atMost }: Cost): Row {
  const micros = (side: keyof Turns) => Math.round(median(turns.map((one) => one[side][what])))
  return {
    name,
    value: median(turns.map((one) => one[which][what] / one.none[what])),
    unit: "of none",
    ...(atMost !== undefined && { bar: { atMost } }),
    note: `${micros(which)} and ${micros("none")} µs`,
  }
}

/** A healthy endpoint gets events beside a dead one with a long way to go, while keys are verified. */
function measureDeadEndpoint({ seconds, rounds, backlog }: Size): Promise<readonly Row[]> {
  return withServer(async ({ folder, restart, receiver }) => {
    const quiet = await restart({ ...opened, KEYWARD_WEBHOOKS: "off" })
    const dead = await openWorkspace(quiet)
    await dead.call("webhooks.createWebhook", { url: "http://127.0.0.1:1/dead", types: ["*"] })
    say(`${backlog.toLocaleString("en")} events behind a dead endpoint`)
    await dead.makeEvents(backlog)
    await quiet.stop()
    const before = bytesIn(folder)
    await restart()
    say("what the dead endpoint stores")
    await until(async () => deliveriesIn(folder) >= firstAttempts)
    const server = await restart()
    const growth = bytesIn(folder) - before
    const healthy = await openWorkspace(server)
    await healthy.call("webhooks.createWebhook", { url: receiver.url, types: ["*"] })
    const { key } = await healthy.call("keys.createKey", { apiId: healthy.apiId })
    const verifying: Work = {
      path: "/v2/keys.verifyKey",
      bearer: healthy.rootKey,
      body: JSON.stringify({ key }),
      first: 0,
      count: 1,
      expect: '"VALID"',
    }
    const timing = { warmupMs: 500, durationMs: seconds * 1000, port: server.port }
    const paced = { ...verifying, ...timing, connections: 64, perSecond: 2_000 }
    say("verifications beside deliveries")
    const deadRows = deliveriesIn(folder)
    await load(paced)
    const unheard = await openWorkspace(server)
    const beside = async ({ creation }: Workspace) => {
      const creating = load({ ...creation, ...timing, connections: 16, perSecond: 1_000 })
      const result = await load(paced)
      return { ...result, changes: (await creating).perSecond }
    }
    const turns: { alone: LoadResult; changes: LoadResult; deliveries: LoadResult; delivered: number; made: number }[] =
      []
    for (let round = 0; round < rounds; round += 1) {
      await until(async () => isUpToDate(healthy))
      const alone = await load(paced)
      const changes = await beside(unheard)
      const got = await receiver.received()
      const deliveries = await beside(healthy)
      const delivered = ((await receiver.received()) - got) / (seconds + 0.5)
      turns.push({ alone, changes, deliveries, delivered, made: deliveries.changes })
    }
    say("everything again")
    await until(async () => isUpToDate(healthy))
    const again = await timeRepetition(healthy, receiver)
    const p99Of = (which: "alone" | "changes" | "deliveries") => median(turns.map((one) => one[which].p99)).toFixed(1)
    return [
      { name: "deliveries stored of a dead endpoint", value: deadRows, unit: "rows", bar: { atMost: 600 } },
      {
        name: "growth of the database by a dead endpoint",
        value: growth / 1024,
        unit: "KiB",
        note: `${backlog.toLocaleString("en")} events behind it, ${Math.round(before / 1024 ** 2)} MiB`,
      },
      {
        name: "events delivered beside it",
        value: median(turns.map(({ delivered, made }) => delivered / made)),
        unit: "of changes",
        bar: { atLeast: 0.9 },
        note: `${Math.round(median(turns.map(({ delivered }) => delivered)))} per second; 1,000 changes per second are asked for`,
      },
      {
        name: "p99 of verifications beside changes that are delivered",
        value: median(turns.map(({ changes, deliveries }) => deliveries.p99 / changes.p99)),
        unit: "of not delivered",
        bar: { atMost: 1.2 },
        note: `${p99Of("deliveries")} and ${p99Of("changes")} ms; without changes ${p99Of("alone")} ms`,
      },
      {
        name: "events delivered again beside it, without changes",
        value: again.events / again.seconds,
        unit: "per second",
        bar: { atLeast: 1_000 },
        note: `${again.events.toLocaleString("en")} events`,
      },
    ]
  })
}

/** Moves the endpoint to the first event, so that no change limits how fast it gets them. */
async function timeRepetition({ call }: Workspace, receiver: Receiver) {
  const [webhook] = await call("webhooks.listWebhooks", {})
  const before = await receiver.received()
  const started = performance.now()
  await call("webhooks.updateWebhook", { webhookId: webhook.webhookId, from: 0 })
  await until(async () => (await receiver.received()) > before)
  await until(async () => isUpToDate({ call }))
  return { events: (await receiver.received()) - before, seconds: (performance.now() - started) / 1000 }
}

interface Workspace {
  readonly rootKey: string
  readonly apiId: string
  readonly creation: Work
  call(operation: string, body: unknown): ReturnType<typeof callOperation>
  /** Makes many events in a short time: one for each key. */
  makeEvents(count: number): Promise<void>
}

async function openWorkspace({ port }: Served): Promise<Workspace> {
  const { rootKey } = await callOperation(port, operatorKey, "workspaces.createWorkspace", { name: "bench" })
  const call = (operation: string, body: unknown) => callOperation(port, rootKey, operation, body)
  const { apiId } = await call("apis.createApi", { name: "bench" })
  return {
    rootKey,
    apiId,
    call,
    creation: {
      path: "/v2/keys.createKey",
      bearer: rootKey,
      body: JSON.stringify({ apiId }),
      first: 0,
      count: 1,
      expect: '"keyId"',
    },
    async makeEvents(count) {
      const keys = Array.from({ length: 1_000 }, () => ({}))
      for (let made = 0; made < count; made += keys.length) await call("keys.createKeys", { apiId, keys })
    },
  }
}

async function isUpToDate({ call }: Pick<Workspace, "call">): Promise<boolean> {
  const webhooks: readonly { readonly health: { readonly behindSince?: number } }[] = await call(
    "webhooks.listWebhooks",
    {},
  )
  return webhooks.every(({ health }) => health.behindSince === undefined)
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await Bun.sleep(100)
}

/** After so many failed first attempts, an endpoint is tried every 15 minutes. */
const firstAttempts = 100

function deliveriesIn(folder: string): number {
  const file = new Database(join(folder, "keyward.db"), { readonly: true })
  const row = file.query<{ count: number }, []>("select count(*) as count from webhook_deliveries").get()
  file.close()
  return row?.count ?? 0
}

function bytesIn(folder: string): number {
  return statSync(join(folder, "keyward.db")).size
}

if (import.meta.main) {
  const options = { quick: { type: "boolean", default: false } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const halves: Readonly<Record<string, typeof measureWebhooks>> = {
    changes: measureChanges,
    dead: measureDeadEndpoint,
  }
  const measure = halves[positionals[0] ?? ""] ?? measureWebhooks
  printTable(await measure(values.quick ? quickSize : wholeSize))
}
