import { afterAll, beforeAll, expect, test } from "bun:test"
import type { Socket } from "bun"
import { median } from "../../bench/median.ts"
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
  /** Sends a request, and resolves with the milliseconds until its response. */
  waitFor(request: string): Promise<number>
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
      const startedAt = performance.now()
      const answered = new Promise<number>((answer) => {
        onData = () => answer(performance.now() - startedAt)
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

/** The median wait of 20 neighbours who send a verification right behind these pipelines. */
async function waitBehind(pipelines: readonly Buffer[]): Promise<number> {
  const neighbours = await connectMany(20)
  const attackers = await connectMany(pipelines.length)
  for (const [index, pipeline] of pipelines.entries()) attackers[index]?.send(pipeline)
  const waits = await Promise.all(neighbours.map((neighbour) => neighbour.waitFor(verification)))
  await Promise.all(attackers.map(({ closed }) => closed))
  for (const neighbour of neighbours) {
    expect(neighbour.received()).toContain('"code":"VALID"')
    neighbour.end()
  }
  for (const attacker of attackers) expect(responsesIn(attacker)).toBeLessThanOrEqual(128)
  return median(waits)
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
    // 1 to 5 ms on an idle machine. Where Bun reads a whole pipeline in one turn, it is a second, and neighbours get 503.
    const waits: number[] = []
    for (let round = 0; round < 5; round += 1) waits.push(await waitBehind(pipelines()))
    expect(Math.min(...waits)).toBeLessThan(100)
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
