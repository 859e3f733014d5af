import { afterEach, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { createServer, type Socket } from "node:net"
import { join } from "node:path"
import { testFolder } from "../../../test/services/test-folder.ts"
import { verifierBounds, verifierPath, verifierProtocol } from "../../contract/verifier.ts"
import { restoreRequest } from "./passed-request.ts"
import { createVerifierRelay } from "./relay.ts"

const folder = testFolder()
const path = join(folder.path, "main.sock")
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A verifier at a front, whose connection the main process at `path` has accepted. */
async function openVerifier(headers: Readonly<Record<string, string>> = {}) {
  const relay = createVerifierRelay(path)
  const front = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request, server) => (relay.upgrade(request, server) ? undefined : new Response(null, { status: 400 })),
    websocket: relay.handler,
  })
  ends.push(() => front.stop(true))
  const url = `ws://127.0.0.1:${front.port}${verifierPath}`
  const verifier = new WebSocket(url, { protocols: [verifierProtocol], headers } as never)
  const closed = new Promise<CloseEvent>((resolve) => verifier.addEventListener("close", resolve))
  await new Promise((resolve) => verifier.addEventListener("message", resolve, { once: true }))
  return { verifier, closed }
}

/** A text frame with "{}". */
const welcome = Buffer.from([0x81, 2, ...Buffer.from("{}")])

/** A main process that accepts a connection and then reads nothing. */
async function startDeaf() {
  const accept = (socket: Socket) =>
    socket.once("data", (head) => {
      socket.pause()
      const key = /sec-websocket-key: (.*)\r\n/i.exec(String(head))?.[1]
      const accepted = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64")
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Protocol: ${verifierProtocol}\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`,
      )
      socket.write(welcome)
    })
  const sockets: Socket[] = []
  const main = createServer((socket) => {
    sockets.push(socket.on("error", () => {}))
    accept(socket)
  })
  await new Promise<void>((resolve) => main.listen(path, resolve))
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => main.close(resolve))
  })
}

test("a verifier that sends faster than the main process reads is closed with 4413", async () => {
  await startDeaf()
  const { verifier, closed } = await openVerifier()
  const frame = "x".repeat(250_000)
  const mostFrames = (16 * verifierBounds.unsentBytes) / frame.length
  for (let sent = 0; sent < mostFrames && verifier.readyState === WebSocket.OPEN; sent += 1) {
    verifier.send(frame)
    while (verifier.bufferedAmount > 0 && verifier.readyState === WebSocket.OPEN) await Bun.sleep(0)
  }
  // Without a bound, the connection stays open.
  verifier.close(4000)
  expect((await closed).code).toBe(4413)
})

test("a verifier whose connection the main process closes gets its code, also while it sends", async () => {
  let received = 0
  const main = Bun.serve({
    unix: path,
    fetch: (request, server) =>
      server.upgrade(request, { headers: { "Sec-WebSocket-Protocol": verifierProtocol } }) ? undefined : new Response(),
    websocket: {
      open: (socket) => void socket.send("{}"),
      message(socket) {
        received += 1
        if (received === 200) socket.close(4401, "changed")
      },
    },
  })
  ends.push(() => main.stop(true))
  for (let round = 0; round < 20; round += 1) {
    received = 0
    const { verifier, closed } = await openVerifier()
    while (verifier.readyState === WebSocket.OPEN) {
      for (let sent = 0; sent < 20; sent += 1) verifier.send("{}")
      await Bun.sleep(0)
    }
    expect((await closed).code).toBe(4401)
  }
})

test("the main process gets the headers of the handshake, also with a host that is none", async () => {
  let received: Headers | undefined
  const main = Bun.serve({
    unix: path,
    fetch(request, server) {
      const isHandshake = request.headers.get("sec-websocket-protocol") === verifierProtocol
      restoreRequest(request)
      received = new Headers(request.headers)
      const headers = { "Sec-WebSocket-Protocol": verifierProtocol }
      return isHandshake && server.upgrade(request, { headers }) ? undefined : new Response()
    },
    websocket: { open: (socket) => void socket.send("{}"), message() {} },
  })
  ends.push(() => main.stop(true))
  const sent = {
    host: "[",
    "x-forwarded-for": "192.0.2.1",
    "user-agent": "verifier",
    traceparent: "00-1",
    cookie: "a=b",
  }
  await openVerifier(sent)
  expect(received?.toJSON()).toMatchObject(sent)
})
