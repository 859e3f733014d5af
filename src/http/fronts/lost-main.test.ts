import { afterEach, expect, test } from "bun:test"
import { createServer, type Socket } from "node:net"
import { join } from "node:path"
import { testFolder } from "../../../test/services/test-folder.ts"
import { openLink } from "./link.ts"
import type { FrontSettings, ToFront } from "./messages.ts"
import { createPassOn } from "./pass-on.ts"

const folder = testFolder()
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A main process that ends a connection as soon as it has a request. */
async function startDying() {
  const path = join(folder.path, "main.sock")
  let requests = 0
  const die = (socket: Socket) =>
    socket.once("data", () => {
      requests += 1
      socket.destroy()
    })
  const main = createServer(die)
  await new Promise<void>((resolve) => main.listen(path, resolve))
  ends.push(() => new Promise((resolve) => main.close(resolve)))
  return { path, requests: () => requests }
}

/** The status of the response, or "none". */
async function statusThrough(path: string, init: RequestInit): Promise<number | "none"> {
  const passOn = createPassOn(path)
  const front = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request, server) => passOn(request, server).catch(() => new Response("", { status: 503 })),
  })
  ends.push(() => front.stop(true))
  return fetch(front.url, { ...init, keepalive: false }).then(
    ({ status }) => status,
    () => "none",
  )
}

test.each([
  ["a request", { method: "POST", body: "{}" }],
  ["a request without a body", { method: "POST" }],
])("%s that the main process may have executed has no response, and is sent once", async (_, init) => {
  const main = await startDying()
  expect(await statusThrough(main.path, init)).toBe("none")
  expect(main.requests()).toBe(1)
})

test("a request that cannot be passed on is refused", async () => {
  expect(await statusThrough(join(folder.path, "absent.sock"), { method: "POST", body: "{}" })).toBe(503)
})

test("an ask that the main process may have executed has no answer, and later ones are refused", async () => {
  const path = join(folder.path, "asked.sock")
  const tell = (socket: { send(text: string): void }, message: ToFront) => socket.send(JSON.stringify(message))
  const main = Bun.serve({
    unix: path,
    fetch: (request, server) => (server.upgrade(request) ? undefined : new Response()),
    websocket: {
      open: (socket) => tell(socket, { t: "welcome", ...({} as FrontSettings) }),
      message(socket, text) {
        const { t, n } = JSON.parse(String(text))
        if (t === "renew") tell(socket, { t: "lease", n, ms: 60_000, now: Date.now() })
        if (t === "ask") socket.terminate()
      },
    },
  })
  ends.push(() => main.stop(true))
  const { promise: lost, resolve: onLost } = Promise.withResolvers<void>()
  const link = await openLink({ path, front: 1, onGoodbye() {}, onCollect: async () => {}, onLost })
  const ask = { operation: "keys.verifyKey", caller: "", requestId: "", input: {} }
  let outcome = "none"
  link.ask(ask).then(
    () => (outcome = "answered"),
    () => (outcome = "refused"),
  )
  await lost
  await expect(link.ask(ask)).rejects.toThrow("service_unavailable")
  expect(outcome).toBe("none")
})
