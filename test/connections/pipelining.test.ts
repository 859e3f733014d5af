import { afterAll, beforeAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import type { Socket } from "bun"
import { type ServedCli, startServe } from "../cli/cli.ts"
import { ask } from "../requests/ask.ts"
import { testFolder } from "../services/test-folder.ts"

/** A client that sends thousands of requests in one write, beside clients that wait for their responses. */

const operatorKey = "operator-key-beside-pipelines"
const folder = testFolder()
let served: ServedCli
let verification: string
let limitedKey: string

beforeAll(async () => {
  served = await startServe([], { KEYWARD_DATA_DIR: folder.path, KEYWARD_OPERATOR_KEY: operatorKey })
  const { rootKey } = await ask(served, "workspaces.createWorkspace", { name: "Neighbour" }, operatorKey)
  const { apiId } = await ask(served, "apis.createApi", { name: "Payments" }, rootKey)
  const { key } = await ask(served, "keys.createKey", { apiId }, rootKey)
  verification = requestOf("keys.verifyKey", rootKey, { key })
  const limited = await ask(served, "workspaces.createWorkspace", { name: "Limited" }, operatorKey)
  limitedKey = limited.rootKey
  const limits = { requestsPerMinute: 1 }
  await ask(served, "workspaces.updateWorkspace", { workspaceId: limited.workspaceId, limits }, operatorKey)
})
afterAll(async () => {
  served.kill("SIGKILL")
  await served.exit
})

function requestOf(operation: string, key: string, body: object): string {
  const text = JSON.stringify(body)
  return `POST /v2/${operation} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`
}

interface Client {
  send(bytes: Buffer): void
  /** Sends a request, and resolves with its response. */
  waitFor(request: string): Promise<void>
  received(): string
  readonly closed: Promise<void>
  end(): void
}

async function connect(): Promise<Client> {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  let received = ""
  let unsent: Buffer = Buffer.alloc(0)
  let onData = () => {}
  const flush = (socket: Socket) => {
    unsent = unsent.subarray(Math.max(0, socket.write(unsent)))
  }
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: served.port,
    socket: {
      data(_socket, chunk) {
        received += chunk.toString("latin1")
        onData()
      },
      drain: flush,
      error: () => resolve(),
      close: () => resolve(),
    },
  })
  const send = (bytes: Buffer) => {
    unsent = bytes
    flush(socket)
  }
  return {
    send,
    waitFor(request) {
      const answered = new Promise<void>((answer) => {
        onData = answer
      })
      send(Buffer.from(request))
      return answered
    },
    received: () => received,
    closed,
    end: () => void socket.end(),
  }
}

const connectMany = (count: number) => Promise.all(Array.from({ length: count }, connect))

/** What the server works until 20 neighbours have their responses, who send a verification right behind these pipelines. */
async function workBefore(pipelines: readonly Buffer[]): Promise<number> {
  const neighbours = await connectMany(20)
  const attackers = await connectMany(pipelines.length)
  const workedBefore = workedMs()
  for (const [index, pipeline] of pipelines.entries()) attackers[index]?.send(pipeline)
  await Promise.all(neighbours.map((neighbour) => neighbour.waitFor(verification)))
  const worked = workedMs() - workedBefore
  await Promise.all(attackers.map(({ closed }) => closed))
  for (const neighbour of neighbours) {
    expect(neighbour.received()).toContain('"code":"VALID"')
    neighbour.end()
  }
  for (const attacker of attackers) expect(responsesIn(attacker)).toBeLessThanOrEqual(80)
  return worked
}

/** Of the thread that serves, as Linux counts it: a busy machine changes it less than the time that passes. */
function workedMs(): number {
  try {
    return Number(readFileSync(`/proc/${served.pid}/task/${served.pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6
  } catch {
    return performance.now()
  }
}

function responsesIn(client: Client): number {
  return client.received().split("HTTP/1.1 ").length - 1
}

const unauthenticated = "POST /v2/keys.verifyKey HTTP/1.1\r\nHost: localhost\r\n\r\n"
const refusals = {
  "429, on one connection": () => [Buffer.from(requestOf("keys.verifyKey", limitedKey, {}).repeat(10_000))],
  "401, on one connection": () => [Buffer.from(unauthenticated.repeat(10_000))],
  "401, on sixteen connections": () => Array<Buffer>(16).fill(Buffer.from(unauthenticated.repeat(10_000))),
}

test.each(Object.entries(refusals))(
  "10,000 pipelined requests that are refused with %s delay nobody else",
  async (_what, pipelines) => {
    await ask(served, "keys.listKeys", {}, limitedKey).catch(() => {})
    // 3 to 20 ms. Where Bun reads a whole pipeline in one turn, it is a second, and the neighbours get 503.
    const worked: number[] = []
    for (let round = 0; round < 5; round += 1) worked.push(await workBefore(pipelines()))
    expect(Math.min(...worked)).toBeLessThan(50)
  },
)

test("300 clients that send one request each at the same moment get their responses", async () => {
  const clients = await connectMany(300)
  await Promise.all(clients.map((client) => client.waitFor(verification)))
  for (const client of clients) {
    expect(client.received()).toContain('"code":"VALID"')
    client.end()
  }
})
