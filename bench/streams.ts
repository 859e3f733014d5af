import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Socket } from "bun"
import { residentMiB } from "./limits.ts"
import { median } from "./median.ts"
import { operatorKey, startKeyward } from "./processes.ts"
import { printTable, type Row } from "./report.ts"
import { callOperation } from "./seed.ts"

/** What a thousand streams of events cost. `bun bench/streams.ts` measures only this. */

const streamCount = 1_000
const streamsPerKey = 20
const events = 500
const rounds = 8

export async function measureStreams(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  const { port, pid, stop } = await startKeyward(folder)
  const readers: Reader[] = []
  try {
    const { rootKey } = await callOperation(port, operatorKey, "workspaces.createWorkspace", { name: "bench" })
    const call = (operation: string, body: unknown) => callOperation(port, rootKey, operation, body)
    const { apiId } = await call("apis.createApi", { name: "bench" })
    const createKeys = (count: number) =>
      call("keys.createKeys", { apiId, keys: Array.from({ length: count }, () => ({})) })
    await createKeys(events)
    const keys: string[] = []
    for (let number = 0; number < streamCount / streamsPerKey; number += 1) {
      keys.push((await call("rootKeys.createRootKey", { permissions: ["event.*.read_event"] })).rootKey)
    }
    const before = residentMiB(pid)
    for (let number = 0; number < streamCount; number += 1) {
      readers.push(await openReader(port, keys[number % keys.length] ?? ""))
    }
    const idle = residentMiB(pid)
    await createKeys(events)
    await haveAll(readers, events)
    const busy = residentMiB(pid)
    const delays: number[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const started = performance.now()
      await createKeys(1)
      await haveAll(readers, events + round)
      delays.push(performance.now() - started)
    }
    return [
      {
        name: `memory of ${streamCount.toLocaleString("en")} streams`,
        value: busy - before,
        unit: "MiB",
        bar: { atMost: 100 },
        note: `after ${events} events each; ${(idle - before).toFixed(0)} MiB without; ${before.toFixed(0)} MiB before`,
      },
      {
        name: `from a change to the last of ${streamCount.toLocaleString("en")} streams`,
        value: median(delays),
        unit: "ms",
        bar: { atMost: 1_000 },
      },
    ]
  } finally {
    for (const { socket } of readers) socket.end()
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Reader {
  readonly socket: Socket
  /** How many events have arrived. */
  received(): number
}

const eventStart = "\nid: "

async function openReader(port: number, key: string): Promise<Reader> {
  const opened = Promise.withResolvers<void>()
  let received = 0
  let rest = ""
  const socket = await Bun.connect({
    ...{ hostname: "127.0.0.1", port },
    socket: {
      data(_socket, data) {
        const text = rest + data.toString("latin1")
        received += text.split(eventStart).length - 1
        // A message may begin in this piece and go on in the next.
        rest = text.slice(1 - eventStart.length)
        if (text.includes("retry: ")) opened.resolve()
      },
      close: () => opened.reject(new Error("The server has closed a stream.")),
    },
  })
  socket.write(`GET /v2/events.stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`)
  await opened.promise
  return { socket, received: () => received }
}

async function haveAll(readers: readonly Reader[], count: number): Promise<void> {
  while (readers.some(({ received }) => received() < count)) await Bun.sleep(1)
}

if (import.meta.main) printTable(await measureStreams())
