import { afterAll, describe, expect, test } from "bun:test"
import { createServer } from "node:net"
import { gzipSync } from "node:zlib"
import { selfSigned } from "../../test/clients/certificate.ts"
import { send } from "./send.ts"
import { createWebhookSender } from "./sender.ts"

const allow = ["127.0.0.0/8"]
const job = { eventId: "evt_1", body: "{}", secrets: [], now: 1_772_366_400_000 }
const lookUp = async () => ["127.0.0.1"]
const options = { allow, lookUp, timeoutMs: 500 }

const redirected: string[] = []
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname === "/redirect") return Response.redirect("/elsewhere", 307)
    if (pathname === "/elsewhere") redirected.push(pathname)
    if (pathname === "/bomb") {
      const bomb = gzipSync(Buffer.alloc(10_000_000))
      return new Response(bomb, { status: 500, headers: { "Content-Encoding": "gzip" } })
    }
    if (pathname === "/pause") return new Response("later", { status: 429, headers: { "Retry-After": "7" } })
    if (pathname === "/endless") {
      const body = new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.alloc(65_536, "x")) })
      return new Response(body, { status: 500 })
    }
    return new Response(request.headers.get("host"), { status: 400 })
  },
})
afterAll(() => server.stop(true))
const at = (path: string, host = "127.0.0.1") => ({ ...job, url: `http://${host}:${server.port}${path}` })

describe("an endpoint that wants to do harm", () => {
  test("leads nowhere with a redirect", async () => {
    expect(await send(at("/redirect"), options)).toMatchObject({ status: 307, error: "The endpoint answered 307." })
    expect(redirected).toEqual([])
  })

  test.each(["/endless", "/bomb"])("sends a body without end, or one that grows: %s", async (path) => {
    const { status, durationMs } = await send(at(path), { ...options, timeoutMs: 60_000 })
    expect(status).toBe(500)
    expect(durationMs).toBeLessThan(30_000)
  })

  test("drips its headers until the time is over", async () => {
    const dripping = createServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n")
      const timer = setInterval(() => socket.write("x: y\r\n"), 50)
      socket.on("close", () => clearInterval(timer)).on("error", () => {})
    })
    await new Promise<void>((resolve) => dripping.listen(0, "127.0.0.1", resolve))
    const address = dripping.address()
    const port = typeof address === "object" ? address?.port : 0
    const result = await send({ ...job, url: `http://127.0.0.1:${port}/` }, options)
    expect(result).toMatchObject({ error: "There was no response in time." })
    expect(result.status).toBeUndefined()
    dripping.close()
  })

  test("has a name that never resolves", async () => {
    const hanging = { ...options, lookUp: () => new Promise<never>(() => {}) }
    expect(await send(at("/", "hook.example"), hanging)).toMatchObject({ error: "There was no response in time." })
  })

  test("has another address the next time somebody asks", async () => {
    let asked = 0
    const rebinding = async () => {
      asked += 1
      return asked === 1 ? ["127.0.0.1"] : ["127.0.0.2"]
    }
    const result = await send(at("/", "hook.example"), { ...options, lookUp: rebinding })
    expect(asked).toBe(1)
    expect(result).toMatchObject({ status: 400 })
    const first = await send(at("/", "hook.example"), { ...options, allow: [] })
    expect(first.error).toContain("no public address")
    const mixed = await send(at("/", "hook.example"), { ...options, lookUp: async () => ["127.0.0.1", "10.0.0.1"] })
    expect(mixed.error).toContain("no public address")
    expect(mixed.status).toBeUndefined()
  })

  test("has a name inside the network, which looks like a name that does not exist", async () => {
    const { timeoutMs: _timeoutMs, ...patient } = options
    const unknown = Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" })
    const lookUps = [
      async () => ["10.0.0.1"],
      async () => ["fd00::1", "93.184.216.34"],
      async () => [],
      async () => Promise.reject(unknown),
      async () => {
        await Bun.sleep(300)
        throw unknown
      },
    ]
    const job = at("/", "hook.example")
    const results = await Promise.all(lookUps.map((lookUp) => send(job, { ...patient, allow: [], lookUp })))
    const error = "The endpoint has no public address. KEYWARD_WEBHOOK_ALLOW can open others."
    for (const { durationMs, ...result } of results) {
      expect(result).toEqual({ time: job.now, error })
      // However fast the name was looked up, and a timer may be a moment early.
      expect(durationMs).toBeGreaterThanOrEqual(990)
    }
  })

  test("asks for a pause, which is read from 429 and 503 only, and shows no body of an opened network", async () => {
    expect(await send(at("/pause"), options)).toEqual({
      ...{ time: job.now, durationMs: expect.any(Number), status: 429 },
      ...{ error: "The endpoint answered 429.", retryAfterMs: 7_000 },
    })
  })

  test("has a certificate for another name", async () => {
    const { cert, key } = selfSigned("hook.example")
    let requests = 0
    const certified = Bun.serve({
      ...{ port: 0, hostname: "127.0.0.1", tls: { cert, key } },
      fetch() {
        requests += 1
        return new Response("ok")
      },
    })
    const url = (name: string) => ({ ...job, url: `https://${name}:${certified.port}/` })
    const { timeoutMs: _timeoutMs, ...patient } = options
    const trusting = { ...patient, ca: cert }
    expect(await send(url("hook.example"), trusting)).toMatchObject({ status: 200 })
    expect(await send(url("hook.example."), trusting)).toMatchObject({ status: 200 })
    const other = await send(url("other.example"), trusting)
    expect(other).toMatchObject({ error: "The request failed: ERR_TLS_CERT_ALTNAME_INVALID." })
    const untrusted = await send(url("fresh.example"), patient)
    expect(untrusted.status).toBeUndefined()
    expect(requests).toBe(2)
    certified.stop(true)
  })
})

test("an idle connection that the endpoint closes with the next request is no failure", async () => {
  let [connections, requests] = [0, 0]
  const closing = createServer((socket) => {
    connections += 1
    let isUsed = false
    socket
      .on("error", () => {})
      .on("data", (data) => {
        if (!data.toString().includes("\r\n\r\n")) return
        requests += 1
        if (isUsed) return socket.resetAndDestroy()
        isUsed = true
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      })
  })
  await new Promise<void>((resolve) => closing.listen(0, "127.0.0.1", resolve))
  const address = closing.address()
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`
  const { timeoutMs: _timeoutMs, ...patient } = options
  for (const expected of [1, 2]) {
    expect(await send({ ...job, url }, patient)).toMatchObject({ status: 200 })
    expect(connections).toBe(expected)
  }
  expect(requests).toBe(3)
  closing.close()
})

test("the proxy of the environment gets nothing, neither of http nor of https", async () => {
  let connections = 0
  const proxy = createServer((socket) => {
    connections += 1
    socket.on("error", () => {}).end("HTTP/1.1 502 Bad Gateway\r\n\r\n")
  })
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
  const address = proxy.address()
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
  const certified = Bun.serve({
    ...{ port: 0, hostname: "127.0.0.1", tls: selfSigned("127.0.0.1") },
    fetch: () => new Response("ok"),
  })
  const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"]
  const before = names.map((name) => [name, process.env[name]] as const)
  for (const name of names) process.env[name] = url
  const sender = createWebhookSender({ allow })
  try {
    expect(await sender.send(at("/"))).toMatchObject({ status: 400 })
    // Reached directly: nobody trusts its certificate.
    const { error } = await sender.send({ ...job, url: `https://127.0.0.1:${certified.port}/` })
    expect(error).toBe("The request failed: DEPTH_ZERO_SELF_SIGNED_CERT.")
    expect(connections).toBe(0)
  } finally {
    sender.close()
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    certified.stop(true)
    proxy.close()
  }
})
