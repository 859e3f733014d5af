import type { Socket } from "bun"
import type { Job, LoadResult } from "./job.ts"
import { requestsOf } from "./requests.ts"

/**
 * The load generator: one process with keep-alive connections and one request at a time on each. Reads a job and
 * prints a result.
 */

interface Connection {
  socket: Socket<Connection> | undefined
  /** When the current request was due; latency counts from then. */
  dueAt: number
  isBusy: boolean
  received: Buffer | undefined
  /** The end of a request that did not fit into the buffer of the socket. */
  unsent: Buffer
}

const nothing = Buffer.alloc(0)
const headEnd = Buffer.from("\r\n\r\n")
const job: Job = await Bun.stdin.json()
process.stdout.write(`${JSON.stringify(await run(job))}\n`)
process.exit(0)

async function run({
  port,
  connections,
  warmupMs,
  durationMs,
  perSecond,
  countsFromSending,
  ...work
}: Job): Promise<LoadResult> {
  const next = requestsOf(work)
  const latencies = new Float64Array(4_000_000)
  let count = 0
  let refused = 0
  let failed = 0
  let isMeasuring = false
  let isOver = false
  const idle: Connection[] = []
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()

  const send = (connection: Connection, dueAt: number) => {
    connection.isBusy = true
    connection.dueAt = countsFromSending ? performance.now() : dueAt
    connection.unsent = next()
    sendRest(connection)
  }
  const answered = (connection: Connection, response: Buffer) => {
    connection.isBusy = false
    if (isMeasuring) {
      const status = response.toString("latin1", 9, 12)
      if (status === "200" && response.includes(work.expect)) {
        if (count < latencies.length) latencies[count] = performance.now() - connection.dueAt
        count += 1
      } else if (status === "503") refused += 1
      else {
        failed += 1
        if (failed === 1) process.stderr.write(`${response.toString("utf8").slice(0, 600)}\n`)
      }
    }
    if (isOver) return
    if (perSecond === undefined) send(connection, performance.now())
    else idle.push(connection)
  }
  for (let index = 0; index < connections; index += 1) {
    const connection: Connection = {
      socket: undefined,
      dueAt: 0,
      isBusy: false,
      received: undefined,
      unsent: nothing,
    }
    connection.socket = await Bun.connect<Connection>({
      hostname: "127.0.0.1",
      port,
      data: connection,
      socket: {
        data(socket, chunk) {
          const response = collect(socket.data, chunk)
          if (response !== undefined) answered(socket.data, response)
        },
        drain(socket) {
          sendRest(socket.data)
        },
        close() {
          if (!isOver) failed += 1
        },
      },
    })
    idle.push(connection)
  }
  if (perSecond === undefined) for (const connection of idle.splice(0)) send(connection, performance.now())
  else pace(idle, perSecond, send, () => isOver)
  await Bun.sleep(warmupMs)
  isMeasuring = true
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  await Bun.sleep(durationMs)
  isMeasuring = false
  const elapsedMs = performance.now() - startedAt
  const cpu = process.cpuUsage(cpuBefore)
  isOver = true
  setTimeout(close, 50)
  await closed
  const sorted = latencies.subarray(0, Math.min(count, latencies.length)).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    perSecond: (count / elapsedMs) * 1000,
    refusedPerSecond: (refused / elapsedMs) * 1000,
    failed,
    p50: at(0.5),
    p99: at(0.99),
    generatorCpu: (cpu.user + cpu.system) / 1000 / elapsedMs,
  }
}

function sendRest(connection: Connection): void {
  if (connection.unsent.length === 0) return
  const sent = connection.socket?.write(connection.unsent) ?? 0
  connection.unsent = sent < connection.unsent.length ? connection.unsent.subarray(Math.max(0, sent)) : nothing
}

/**
 * Sends all due requests every millisecond, whether or not responses have arrived, so that a queue shows up as
 * latency.
 */
function pace(
  idle: Connection[],
  perSecond: number,
  send: (connection: Connection, dueAt: number) => void,
  isOver: () => boolean,
): void {
  const startedAt = performance.now()
  let sent = 0
  const tick = () => {
    if (isOver()) return
    const due = ((performance.now() - startedAt) / 1000) * perSecond
    while (sent < due) {
      const connection = idle.pop()
      if (connection === undefined) break
      send(connection, startedAt + (sent / perSecond) * 1000)
      sent += 1
    }
    setTimeout(tick, 1)
  }
  tick()
}

/** Returns the whole response once it has arrived; most arrive in one chunk. */
function collect(connection: Connection, chunk: Buffer): Buffer | undefined {
  const received = connection.received === undefined ? chunk : Buffer.concat([connection.received, chunk])
  const end = received.indexOf(headEnd)
  const length = end < 0 ? undefined : /content-length: (\d+)/i.exec(received.toString("latin1", 0, end))?.[1]
  if (length === undefined || received.length < end + 4 + Number(length)) {
    connection.received = Buffer.from(received)
    return undefined
  }
  connection.received = undefined
  return received
}
