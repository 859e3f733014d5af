import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { findFreePort } from "../scripts/test/service.ts"
import { errorCodes } from "../src/contract/errors.ts"
import { type Reply, startKeyward, type TestServer } from "./harness.ts"
import { openConnection, sendRaw } from "./raw-request.ts"

/** What stands around the bodies: docs/contract.md#66-response-headers, methods, paths and media types. */

const requestIdShape = /^req_[1-9A-HJ-NP-Za-km-z]{22}$/
const pages = ["/readyz", "/openapi.json", "/reference", "/metrics", "/api-reference/errors-v2/service"]
/** 15 seconds before a minute is full, at which limits count anew. */
const quarterTo = 1_767_225_645_000
const list = "/v1/identities.listIdentities"

let server: TestServer
let authorization: Record<string, string>
beforeAll(async () => {
  server = await startKeyward({ engine: "sqlite", clock: { now: quarterTo } })
  authorization = { Authorization: `Bearer ${server.rootKey}` }
})
afterAll(() => server.stop())

function expectError(reply: Reply, status: number, code: string): void {
  expect(reply.body?.error?.type ?? reply.text).toEndWith(`/service/${code}`)
  expect(reply.status).toBe(status)
}

describe("response headers", () => {
  test("X-Request-Id is on every response, new each time, and the one in the envelope", async () => {
    const seen = new Set<string>()
    const requests: [string, RequestInit][] = [
      ["/v2/apis.listApis", { method: "POST", headers: authorization }],
      ["/v2/apis.listApis", { method: "POST" }],
      ["/v2/apis.createApi", { method: "POST", headers: authorization }],
      ["/v2/liveness", {}],
      ["/nowhere", {}],
      ...pages.map((page): [string, RequestInit] => [page, {}]),
    ]
    for (const [path, init] of [...requests, ...requests]) {
      const { headers, body } = await server.request(path, {
        ...init,
        headers: { ...init.headers, "X-Request-Id": "req_1111111111111111111111" },
      })
      const id = headers.get("x-request-id") ?? ""
      expect(id, path).toMatch(requestIdShape)
      if (body?.meta) expect(body.meta.requestId).toBe(id)
      expect(seen.has(id)).toBe(false)
      seen.add(id)
    }
    expect(seen.has("req_1111111111111111111111")).toBe(false)
  })

  test("no browser may guess another type, whatever is answered", async () => {
    const metricsPort = await findFreePort()
    const apart = await startKeyward({ engine: "sqlite", environment: { KEYWARD_METRICS_PORT: String(metricsPort) } })
    const metrics = `http://127.0.0.1:${metricsPort}`
    const requests: [string, RequestInit][] = [
      ...pages.map((page): [string, RequestInit] => [`${server.url}${page}`, { method: "HEAD" }]),
      ...pages.map((page): [string, RequestInit] => [`${server.url}${page}`, { headers: { Accept: "text/html" } }]),
      [`${server.url}/nowhere`, {}],
      [`${server.url}/nowhere`, { headers: { Accept: "text/html" } }],
      [`${server.url}/v2/apis.listApis`, { method: "PUT" }],
      [`${server.url}/v2/apis.listApis`, { method: "POST" }],
      [`${server.url}/v2/apis.listApis`, { method: "POST", headers: authorization, body: "x" }],
      [`${server.url}/v2/apis.listApis`, { method: "POST", headers: authorization }],
      [`${metrics}/metrics`, {}],
      [`${metrics}/nowhere`, {}],
    ]
    for (const [url, init] of requests) {
      const { headers } = await fetch(url, init)
      expect([url, headers.get("x-content-type-options")]).toEqual([url, "nosniff"])
    }
    await apart.stop()
  })

  test("nothing under /v1 and /v2 and no error may be stored", async () => {
    const requests: [string, RequestInit][] = [
      ["/v2/apis.listApis", { method: "POST", headers: authorization }],
      ["/v2/apis.listApis", { method: "PUT" }],
      ["/v2/apis.listApis", { method: "POST" }],
      [list, { headers: authorization }],
      ["/v2/liveness", {}],
      ["/nowhere", {}],
      ["/api-reference/errors-v2/service/data/nothing", {}],
    ]
    for (const [path, init] of requests) {
      expect((await server.request(path, init)).headers.get("cache-control"), path).toBe("no-store")
    }
  })

  test("WWW-Authenticate is on 401 only, and tells a missing key from a wrong one", async () => {
    const missing = await server.call("apis.listApis", {}, { key: null })
    expect(missing.headers.get("www-authenticate")).toBe('Bearer realm="keyward"')
    const wrong = await server.call("apis.listApis", {}, { key: "nobody" })
    expect(wrong.headers.get("www-authenticate")).toBe('Bearer realm="keyward", error="invalid_token"')
    const others = [
      await server.call("apis.listApis", {}),
      await server.call("apis.listApis", { nonsense: 1 }),
      await server.call("apis.listApis", {}, { key: server.operatorKey }),
      await server.request("/nowhere"),
      await server.call("apis.listApis", {}, { key: null, headers: { Authorization: "Basic x" } }),
    ]
    for (const { headers } of others) expect(headers.has("www-authenticate")).toBe(false)
  })

  test("no response carries a header of CORS, whatever the Origin", async () => {
    const origin = { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" }
    const requests: [string, RequestInit][] = [
      ["/v2/apis.listApis", { method: "OPTIONS", headers: origin }],
      ["/v2/apis.listApis", { method: "POST", headers: { ...authorization, ...origin } }],
      [list, { headers: { ...authorization, ...origin } }],
      ["/nowhere", { headers: origin }],
      ...pages.map((page): [string, RequestInit] => [page, { headers: origin }]),
    ]
    for (const [path, init] of requests) {
      const { headers } = await server.request(path, init)
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([])
    }
  })

  test("RateLimit headers are on every answer to a request that got past authentication, if there is a limit", async () => {
    const workspace = await server.createWorkspace()
    const limits = { workspaceId: workspace.workspaceId, limits: { requestsPerMinute: 5 } }
    await server.ok("workspaces.updateWorkspace", limits, { key: server.operatorKey })
    const remaining: (string | null)[] = []
    const send = async (operation: string, body: unknown) => {
      const reply = await server.call(operation, body, { key: workspace.rootKey })
      expect(reply.headers.get("ratelimit-limit")).toBe("5")
      expect(reply.headers.get("ratelimit-reset")).toBe("15")
      remaining.push(reply.headers.get("ratelimit-remaining"))
      return reply
    }
    expect((await send("apis.listApis", {})).status).toBe(200)
    expect((await send("apis.listApis", { nonsense: 1 })).status).toBe(400)
    expect((await send("workspaces.createWorkspace", {})).status).toBe(403)
    expect((await send("apis.getApi", { apiId: "api_none" })).status).toBe(404)
    expect((await send("apis.listApis", {})).status).toBe(200)
    const refused = await send("apis.listApis", {})
    expectError(refused, 429, "limits/workspace_rate_limited")
    expect(refused.headers.get("retry-after")).toBe("15")
    expect(remaining).toEqual(["4", "3", "2", "1", "0", "0"])
    for (const key of [server.rootKey, server.operatorKey]) {
      const { headers } = await server.call("events.listEvents", {}, { key })
      expect([...headers.keys()].filter((name) => name.startsWith("ratelimit"))).toEqual([])
    }
  })

  test("Idempotency-Replayed is on replays only", async () => {
    const send = () => server.call("apis.createApi", { name: "Once" }, { headers: { "Idempotency-Key": "headers-1" } })
    expect((await send()).headers.has("idempotency-replayed")).toBe(false)
    expect((await send()).headers.get("idempotency-replayed")).toBe("true")
    expect((await server.call("apis.createApi", { name: "Other" })).headers.has("idempotency-replayed")).toBe(false)
  })
})

describe("methods", () => {
  test.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])(
    "%s on an operation is 405 with Allow, without a look at the key",
    async (method) => {
      const reply = await sendRaw(server, { method, target: "/v2/apis.listApis" })
      expect(reply.status).toBe(405)
      expect(reply.headers.get("allow")).toBe("POST")
      if (method !== "HEAD") expectError(reply, 405, "application/method_not_allowed")
    },
  )

  test("a path that is served by GET is served by HEAD too, with the same headers and no body", async () => {
    for (const path of [list, "/v2/liveness", ...pages.filter((page) => page !== "/metrics")]) {
      const got = await server.request(path, { headers: authorization })
      const head = await sendRaw(server, {
        method: "HEAD",
        target: path,
        headers: [["Authorization", `Bearer ${server.rootKey}`]],
      })
      expect([head.status, head.text], path).toEqual([200, ""])
      expect(head.headers.get("content-type")).toBe(got.headers.get("content-type"))
      expect(head.headers.get("content-length"), path).toBe(String(Buffer.byteLength(got.text)))
    }
    expect((await sendRaw(server, { method: "HEAD", target: list })).status).toBe(401)
  })

  test("POST where GET is served is 405, and Allow names both", async () => {
    for (const path of [list, "/v2/liveness", ...pages]) {
      const reply = await server.request(path, { method: "POST", headers: authorization })
      expectError(reply, 405, "application/method_not_allowed")
      expect(reply.headers.get("allow")).toBe("GET, HEAD")
    }
  })

  test("a body on GET and a query on POST are ignored", async () => {
    const got = await sendRaw(server, {
      method: "GET",
      target: list,
      headers: [["Authorization", `Bearer ${server.rootKey}`]],
      body: '{"limit":',
    })
    expect(got.status).toBe(200)
    const posted = await server.request("/v2/apis.listApis?limit=0&nonsense&limit=1", {
      method: "POST",
      headers: authorization,
    })
    expect(posted.status).toBe(200)
  })
})

describe("paths", () => {
  test.each([
    "/",
    "/v2",
    "/v2/",
    "/v3/apis.listApis",
    "/v1/apis.listApis",
    "/v2/apis.listApis/",
    "//v2/apis.listApis",
    "/v2//apis.listApis",
    "/V2/apis.listApis",
    "/v2/apis.listapis",
    "/v2/apis/listApis",
    "/v2/%61pis.listApis",
    "/v2/apis%2elistApis",
    "/v2%2fapis.listApis",
    "/v2/apis.listApis%00",
    "/v2/apis.listApis;v=1",
    "/v2/apis.listApis%20",
    "/v2/__proto__",
    "/v2/constructor",
    "/__proto__",
    "/%",
    "/v2/portal.createSession",
    "/api-reference/errors-v2/service/data/__proto__",
  ])("%s is nothing, with or without a key, by any method", async (target) => {
    for (const method of ["POST", "GET"]) {
      for (const headers of [[], [["Authorization", "Basic nonsense"]] as const]) {
        const reply = await sendRaw(server, { method, target, headers, body: "{" })
        expectError(reply, 404, "application/route_not_found")
        expect(reply.headers.get("allow")).toBeNull()
      }
    }
  })

  test.each(["", "[", "a b", "x:99999", "ÿ", "user@x", "x/../y", "x?y", "%%%", "1.2.3.4.5.6", "evil.example"])(
    "the Host %j changes nothing of an answer",
    async (host) => {
      const key = ["Authorization", `Bearer ${server.rootKey}`] as const
      const headers = [["Host", host], key, ["X-Forwarded-Host", "evil.example"], ["Forwarded", "host=evil"]] as const
      const listed = await sendRaw(server, { target: "/v2/apis.listApis", headers })
      expect([listed.status, Array.isArray(listed.body?.data)]).toEqual([200, true])
      const got = await sendRaw(server, { method: "GET", target: `${list}?limit=0`, headers })
      expectError(got, 400, "application/invalid_input")
      expect(got.body.error.errors[0].location).toBe("query.limit")
      expect(new URL(got.body.error.type).origin).toBe(server.url.replace("127.0.0.1", "localhost"))
    },
  )
})

describe("two Host headers", () => {
  test.each([
    ["a.example", "b.example"],
    ["a.example", "a.example"],
    ["a.example", ""],
    ["", "a.example"],
    ["", ""],
  ])("%j and %j are refused wherever they come, with or without a key", async (one, other) => {
    const hosts = [
      ["Host", one],
      ["host", other],
    ] as const
    const key = ["Authorization", `Bearer ${server.rootKey}`] as const
    const requests = [
      { target: "/v2/apis.createApi", headers: [...hosts, key], body: '{"name":"Two hosts"}' },
      { target: "/v2/apis.createApi", headers: hosts },
      { method: "GET", target: list, headers: [...hosts, key] },
      { target: "/nowhere", headers: hosts },
      ...pages.map((target) => ({ method: "GET", target, headers: hosts })),
    ]
    for (const request of requests) {
      const reply = await sendRaw(server, request)
      expectError(reply, 400, "application/invalid_input")
      expect(reply.body.error.errors).toEqual([
        { location: "header.Host", message: "must be sent once, with a single host", fix: "Send one Host header." },
      ])
    }
  })
})

describe("media types", () => {
  test.each([
    ["application/problem+json", true],
    ["text/html, application/problem+json;q=0.1", true],
    ["APPLICATION/PROBLEM+JSON", true],
    ["*/*", false],
    ["application/*", false],
    ["application/json", false],
    ["application/problem+xml", false],
    ["text/html", false],
    ["application/problem+jsonx", false],
    ["nonsense", false],
  ])("with Accept %s, errors as application/problem+json: %p", async (accept, isProblem) => {
    const media = isProblem ? "application/problem+json" : "application/json"
    const failures = [
      await server.request("/nowhere", { headers: { Accept: accept } }),
      await server.request("/v2/apis.listApis", { method: "PUT", headers: { Accept: accept } }),
      await server.call("apis.listApis", {}, { key: null, headers: { Accept: accept } }),
      await server.call("apis.createApi", {}, { headers: { Accept: accept } }),
    ]
    expect(failures.map(({ status }) => status)).toEqual([404, 405, 401, 400])
    for (const { headers, body } of failures) {
      expect(headers.get("content-type")).toBe(media)
      expect(Object.keys(body)).toEqual(["meta", "error"])
      expect(errorCodes.some((code) => body.error.type.endsWith(`/service/${code}`))).toBe(true)
    }
    const success = await server.call("apis.listApis", {}, { headers: { Accept: accept } })
    expect([success.status, success.headers.get("content-type")]).toEqual([200, "application/json"])
  })
})

describe("keys", () => {
  test("count in the Authorization header only", async () => {
    const { rootKey } = server
    const elsewhere = [
      { target: `/v2/apis.listApis?key=${rootKey}&access_token=${rootKey}&authorization=Bearer%20${rootKey}` },
      {
        target: "/v2/apis.listApis",
        headers: [["Cookie", `key=${rootKey}; Authorization=Bearer ${rootKey}`]] as const,
      },
      { target: "/v2/apis.listApis", headers: [["X-API-Key", rootKey]] as const },
      { target: "/v2/apis.listApis", headers: [["Proxy-Authorization", `Bearer ${rootKey}`]] as const },
    ]
    for (const request of elsewhere) expectError(await sendRaw(server, request), 401, "authentication/missing")
  })

  test("follow the scheme in any letter case after one or more spaces", async () => {
    for (const scheme of ["Bearer ", "bearer ", "BEARER   ", "bEaReR  "]) {
      const headers = [["Authorization", `${scheme}${server.rootKey}`]] as const
      expect((await sendRaw(server, { target: "/v2/apis.listApis", headers })).status).toBe(200)
    }
  })

  test("stand there once: two headers are malformed, even if they are equal or one is empty", async () => {
    const key = ["Authorization", `Bearer ${server.rootKey}`] as const
    for (const other of [
      key,
      ["Authorization", ""],
      ["authorization", "Basic x"],
      ["AUTHORIZATION", "Bearer x"],
    ] as const) {
      for (const headers of [
        [key, other],
        [other, key],
      ]) {
        const reply = await sendRaw(server, { target: "/v2/apis.listApis", headers })
        expectError(reply, 400, "authentication/malformed")
        expect(reply.body.error.errors[0].location).toBe("header.Authorization")
      }
    }
  })
})

test("who hangs up while sending is neither a failure in the log nor in the metrics", async () => {
  const head = `POST /v2/keys.createMigration HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.rootKey}\r\nContent-Type: application/json\r\n`
  for (const framing of [
    "Content-Length: 100\r\n\r\n",
    "Content-Length: 100000\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n7\r\n",
  ]) {
    const connection = openConnection(server)
    connection.write(`${head}${framing}{"algo"`)
    await Bun.sleep(100)
    connection.close()
  }
  const logged = () => server.log.filter((line) => line.includes('"keys.createMigration"'))
  const deadline = Date.now() + 5_000
  while (logged().length < 3 && Date.now() < deadline) await Bun.sleep(20)
  expect(logged()).toHaveLength(3)
  for (const line of logged())
    expect(JSON.parse(line)).toMatchObject({ status: 408, error: "application/request_timeout" })
  expect((await server.request("/metrics")).text).not.toContain('operation="keys.createMigration",status="500"')
  expect(await server.ok("keys.listMigrations")).toEqual([])
})
