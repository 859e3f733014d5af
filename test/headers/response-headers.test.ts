import { describe, expect, test } from "bun:test"
import { findFreePort } from "../../scripts/test/service.ts"
import { errorCodes } from "../../src/contract/error-table.ts"
import { startKeyward } from "../harness/harness.ts"
import { expectError, list, pages, serve } from "./serve.ts"

/** docs/contract.md#66-response-headers */

const requestIdShape = /^req_[1-9A-HJ-NP-Za-km-z]{22}$/
const server = await serve()
const authorization = { Authorization: `Bearer ${server.rootKey}` }

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
      await server.request("/v2/nowhere", { headers: { Accept: accept } }),
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
