import { afterAll, beforeAll, expect, test } from "bun:test"
import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { type ServedCli, startServe } from "../../../test/cli/cli.ts"
import { until } from "../../../test/harness/until.ts"
import { childrenOf } from "../../../test/services/process-tree.ts"
import { testFolder } from "../../../test/services/test-folder.ts"

const operatorKey = "operator-key-of-the-test"
const data = testFolder()
let served: ServedCli
let rootKey: string

beforeAll(async () => {
  served = await startServe([], {
    KEYWARD_DATA_DIR: data.path,
    KEYWARD_FRONTS: "1",
    KEYWARD_OPERATOR_KEY: operatorKey,
    KEYWARD_WEBHOOKS: "off",
  })
  rootKey = (await call("workspaces.createWorkspace", { name: "Slow" }, operatorKey)).rootKey
})
afterAll(async () => {
  served.kill("SIGTERM")
  await served.exit
})

async function call(operation: string, body: object, key = rootKey) {
  const answer = await fetch(`${served.url}/v2/${operation}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()).data
}

/** A stream of events at the front, of which the client reads nothing until it resumes. */
async function openStream(lastEventId?: string) {
  const [front = 0] = childrenOf(served)
  const resuming = lastEventId === undefined ? "" : `Last-Event-ID: ${lastEventId}\r\n`
  return until(async () => {
    const socket = connect(served.port, "127.0.0.1")
    await new Promise((resolve) => socket.once("connect", resolve))
    socket.pause()
    socket.write(
      `GET /v2/events.stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${rootKey}\r\n${resuming}\r\n`,
    )
    // The kernel gives some connections to the main process.
    const holder = await until(() => [front, served.pid].find((pid) => holds(pid, socket)))
    if (holder === front) return socket
    socket.destroy()
    return undefined
  })
}

/** Whether the process has accepted this connection. */
function holds(pid: number, { localPort = 0 }: Socket): boolean {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, "0")
  const rows = readFileSync("/proc/net/tcp", "utf8").split("\n")
  const row = rows.find((line) => line.includes(`:${hex(served.port)} 0100007F:${hex(localPort)} `))
  const inode = row?.trim().split(/\s+/)[9]
  return readdirSync(`/proc/${pid}/fd`).some((fd) => linkOf(`/proc/${pid}/fd/${fd}`) === `socket:[${inode}]`)
}

/** Undefined if the file was closed since it was listed. */
function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/** Streams that the main process serves, and those that it has ended because their readers were slow. */
async function streams() {
  const text = await (await fetch(`${served.url}/metrics`)).text()
  const value = (name: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")[1] ?? 0,
    )
  return {
    open: value("keyward_event_streams"),
    slow: value('keyward_event_streams_ended_total{reason="slow_reader"}'),
  }
}

/** Resolves with the body that the client gets until `isAll`. */
async function readAll(socket: Socket, isAll: (text: string) => boolean): Promise<string> {
  const chunks: Buffer[] = []
  let tail = ""
  await new Promise<void>((resolve) => {
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk)
      tail = `${tail}${chunk}`.slice(-200_000)
      if (isAll(tail)) resolve()
    })
    socket.resume()
  })
  socket.destroy()
  return unchunked(Buffer.concat(chunks))
}

/** The body of a response with `Transfer-Encoding: chunked`. */
function unchunked(response: Buffer): string {
  const parts: Buffer[] = []
  let at = response.indexOf("\r\n\r\n") + 4
  while (at < response.length) {
    const start = response.indexOf("\r\n", at) + 2
    const end = start + Number.parseInt(response.toString("latin1", at, start), 16)
    parts.push(response.subarray(start, end))
    at = end + 2
  }
  return Buffer.concat(parts).toString()
}

const idsIn = (text: string) => [...text.matchAll(/id: (evt_\w+)\ndata: .*\n\n/g)].map(([, id = ""]) => id)

const metaBytes = 50_000
/** Buffers of the kernel, of both processes, and 1 MiB in the main process. */
const mostBytes = 32 * 1024 ** 2

test("a client that reads nothing is disconnected after a bounded number of bytes, and continues where it was", async () => {
  const stream = await openStream()
  await until(async () => (await streams()).open === 1)
  let written = 0
  const write = async () => {
    written += 1
    const externalId = `user_${written}`
    await call("identities.createIdentity", { externalId, meta: { text: "x".repeat(metaBytes) } })
  }
  while ((await streams()).slow === 0 && written * metaBytes < mostBytes) {
    await Promise.all(Array.from({ length: 10 }, write))
  }
  expect(await streams()).toEqual({ open: 0, slow: 1 })

  const received = idsIn(await readAll(stream, (tail) => tail.endsWith("\r\n0\r\n\r\n")))
  expect(received.length).toBeGreaterThan(0)
  expect(received.length).toBeLessThan(written)
  const rest = await openStream(received.at(-1))
  const last = (await call("events.listEvents", { limit: 1 }))[0].eventId
  const later = idsIn(await readAll(rest, (tail) => tail.includes(last) && tail.endsWith("\n\n\r\n")))
  expect(received.length + later.length).toBe(written)
  expect(new Set([...received, ...later]).size).toBe(written)
})
