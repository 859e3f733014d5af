import { Database } from "bun:sqlite"
import { join } from "node:path"
import { createCursors } from "../src/http/request/cursors.ts"
import { residentMiB } from "./limits.ts"
import { load, type Served, startKeyward } from "./processes.ts"
import type { Row } from "./report.ts"
import { callOperation, type Seeded } from "./seed.ts"
import { creation } from "./tails.ts"
import { verification } from "./verification.ts"

interface Setting {
  readonly folder: string
  readonly seeded: Seeded
  readonly keyCount: number
  readonly bytesPerKey: number
}

/** The cost of a large installation: start-up, memory, late pages of a list, disk space, durable writes. */
export async function measureStorage({ folder, seeded, keyCount, bytesPerKey }: Setting): Promise<readonly Row[]> {
  const startedAt = performance.now()
  const server = await startKeyward(folder)
  const startMs = performance.now() - startedAt
  try {
    const warm = { warmupMs: 0, durationMs: 15_000, connections: 64, port: server.port }
    const warmed = Math.min(100_000, keyCount)
    let perSecond = 0
    const memory = await measureMemory(server, async () => {
      perSecond = (await load({ ...verification(seeded, { first: 0, count: warmed }), ...warm })).perSecond
    })
    const pages = await measurePages({ server, folder, seeded, keyCount })
    const timing = { warmupMs: 500, durationMs: 3000, port: server.port }
    const created = await load({ ...creation(seeded), ...timing, connections: 16 })
    return [
      { name: "start-up", value: startMs / 1000, unit: "s", bar: { atMost: 1 }, note: `${keyCount} keys in the file` },
      {
        name: "memory with 100,000 warm keys",
        value: memory.filled,
        unit: "MiB",
        bar: { atMost: 220 },
        note: `${memory.fresh.toFixed(0)} MiB before; ${memory.busy.toFixed(0)} MiB right after ${Math.round(perSecond)} per second`,
      },
      memoryPerKey("memory per cached key", memory, warmed),
      pages,
      { name: "createKey (durable)", value: created.perSecond, unit: "per second" },
      { name: "database per key", value: bytesPerKey, unit: "bytes" },
    ]
  } finally {
    await server.stop()
  }
}

/** MiB before keys were used, right after, and after temporary memory was collected and returned. */
interface Memory {
  readonly fresh: number
  readonly busy: number
  readonly filled: number
}

export async function measureMemory({ pid }: Served, verifyKeys: () => Promise<void>): Promise<Memory> {
  const fresh = residentMiB(pid)
  await verifyKeys()
  const busy = residentMiB(pid)
  await Bun.sleep(4_000)
  return { fresh, busy, filled: residentMiB(pid) }
}

export function memoryPerKey(name: string, { fresh, filled }: Memory, keys: number): Row {
  const value = ((filled - fresh) * 1024) / keys
  return { name, value, unit: "KiB", bar: { atMost: 1 }, note: "includes all growth during the run" }
}

async function measurePages(setting: {
  server: Served
  folder: string
  seeded: Seeded
  keyCount: number
}): Promise<Row> {
  const { server, folder, seeded, keyCount } = setting
  const file = new Database(join(folder, "keyward.db"), { readonly: true })
  const secret = file.query<{ value: string }, []>("select value from installation where name = 'secret'").get()
  file.close()
  const cursors = createCursors(Buffer.from(secret?.value ?? "", "base64"))
  const page = Math.min(9_999, Math.floor(keyCount / 100) - 1)
  const cursor = cursors.seal("keys.listKeys", seeded.plainId(page * 100 - 1))
  const time = async (body: object) => {
    const times: number[] = []
    for (let round = 0; round < 60; round += 1) {
      const startedAt = performance.now()
      await callOperation(server.port, seeded.rootKey, "keys.listKeys", body)
      times.push(performance.now() - startedAt)
    }
    return times.sort((one, other) => one - other)[30] ?? 0
  }
  await time({})
  const first = await time({})
  const late = await time({ cursor })
  return {
    name: `page ${page + 1} of a list`,
    value: late / first,
    unit: "of the first",
    bar: { atMost: 1.5 },
    note: `${late.toFixed(2)} ms against ${first.toFixed(2)} ms`,
  }
}
