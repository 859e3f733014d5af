import { readFileSync } from "node:fs"
import { type Socket, sleep } from "bun"
import { load, startKeyward } from "./processes.ts"
import type { Row } from "./report.ts"
import type { Seeded } from "./seed.ts"
import { verification } from "./verification.ts"

interface Setting {
  readonly folder: string
  readonly seeded: Seeded
  readonly seconds: number
}

/** Measures more load than the server can handle, and thousands of idle connections. */
export async function measureLimits({ folder, seeded, seconds }: Setting): Promise<readonly Row[]> {
  const server = await startKeyward(folder)
  try {
    const plain = { ...verification(seeded, { first: 0, count: 10_000 }), port: server.port }
    const timing = { warmupMs: 1000, durationMs: seconds * 1000 }
    const peak = await load({ ...plain, ...timing, connections: 64 })
    const perSecond = peak.perSecond * 2
    const flood = await load({ ...plain, ...timing, connections: 4000, perSecond, countsFromSending: true })
    const after = await load({ ...plain, ...timing, connections: 64, warmupMs: 100 })
    const rssBefore = residentMiB(server.pid)
    const idle = await openIdle(server.port, 5000)
    const beside = await load({ ...plain, ...timing, connections: 64 })
    const rssWith = residentMiB(server.pid)
    for (const socket of idle) socket.end()
    await sleep(100)
    return [
      {
        name: "answered VALID at twice the capacity",
        value: flood.perSecond / peak.perSecond,
        unit: "of peak",
        note: `${Math.round(flood.refusedPerSecond)} per second refused with 503; p99 of the admitted ${flood.p99.toFixed(0)} ms`,
      },
      { name: "right after the flood", value: after.perSecond / peak.perSecond, unit: "of peak" },
      {
        name: "beside 5,000 idle and slow connections",
        value: beside.perSecond / peak.perSecond,
        unit: "of peak",
        note: `${(rssWith - rssBefore).toFixed(0)} MiB more`,
      },
    ]
  } finally {
    await server.stop()
  }
}

/** Half of the connections send nothing, half send the start of a request. */
async function openIdle(port: number, count: number): Promise<readonly Socket[]> {
  const sockets: Socket[] = []
  for (let index = 0; index < count; index += 1) {
    const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } })
    if (index % 2 === 0) socket.write("POST /v2/keys.verifyKey HTTP/1.1\r\nHost: localhost\r\nContent-Le")
    sockets.push(socket)
  }
  return sockets
}

/** As Linux counts it. */
export function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}
