import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import type { Socket } from "bun"
import { chunksOf } from "../../src/core/chunks.ts"
import { executingAtMost } from "../../src/http/server/load-shedding.ts"
import { type ServedCli, startServe } from "../cli/cli.ts"
import { until } from "../harness/until.ts"
import { ask } from "../requests/ask.ts"
import { testFolder } from "../services/test-folder.ts"

/** Idle and slow connections cost memory, but do not delay other requests. */

const operatorKey = "operator-key-beside-idle-connections"
const folder = testFolder()
let served: ServedCli
let rootKey: string
let key: string

beforeAll(async () => {
  served = await startServe([], { KEYWARD_DATA_DIR: join(folder.path, "data"), KEYWARD_OPERATOR_KEY: operatorKey })
  rootKey = (await ask(served, "workspaces.createWorkspace", { name: "Acme" }, operatorKey)).rootKey
  const { apiId } = await ask(served, "apis.createApi", { name: "Payments" }, rootKey)
  key = (await ask(served, "keys.createKey", { apiId }, rootKey)).key
})
afterAll(async () => {
  served.kill("SIGKILL")
  await served.exit
})

interface Held {
  readonly socket: Socket
  received: string
}

/** A connection on which this text was sent. */
async function hold(text: string): Promise<Held> {
  const held = { received: "" }
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: served.port,
    socket: {
      data(_socket, chunk) {
        held.received += chunk.toString()
      },
    },
  })
  socket.write(text)
  return Object.assign(held, { socket })
}

test("more slow senders and idle connections than may execute at once delay no other client, and are served in the end", async () => {
  const body = JSON.stringify({ key })
  const head = `POST /v2/keys.verifyKey HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${rootKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  const connections: Held[] = []
  // By the hundred, because more requests in one turn of the server's event loop count as overload on a slow machine.
  for (let index = 0; index < executingAtMost + 200; index += 1) {
    connections.push(await hold(head + body.slice(0, 10)))
    if (index % 100 === 99) await ask(served, "keys.verifyKey", { key }, rootKey)
  }
  for (let index = 0; index < 300; index += 1) connections.push(await hold(index % 2 === 0 ? "" : head.slice(0, 40)))
  for (let turn = 0; turn < 20; turn += 1) {
    expect((await ask(served, "keys.verifyKey", { key }, rootKey)).code).toBe("VALID")
  }
  const slow = connections.slice(0, executingAtMost + 200)
  for (const some of chunksOf(slow, 100)) {
    for (const { socket } of some) socket.write(body.slice(10))
    await until(() => some.every(({ received }) => received.includes("}}")))
  }
  expect(slow.filter(({ received }) => !/^HTTP\/1.1 200 [\s\S]*"code":"VALID"/.test(received))).toEqual([])
  for (const { socket } of connections) socket.end()
  expect((await ask(served, "keys.verifyKey", { key }, rootKey)).code).toBe("VALID")
})
