import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from "bun:test"
import { Hono } from "hono"
import { startExpress } from "../../test/guarded/express.ts"
import { startFastify } from "../../test/guarded/fastify.ts"
import { startHono } from "../../test/guarded/hono.ts"
import { startNest } from "../../test/guarded/nest.ts"
import { startNext } from "../../test/guarded/next.ts"
import type { GuardedApp } from "../../test/guarded/routes.ts"
import { createKey } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { steadyWindowMs } from "../../test/harness/steady-window.ts"
import { type GuardOptions, guard } from "./guard.ts"
import { type KeywardVariables, withKeyward as withKeywardForHono } from "./hono.ts"
import { createKeyward, type KeywardError } from "./index.ts"
import { withKeyward as withKeywardForNext } from "./next.ts"

const frameworks = { express: startExpress, fastify: startFastify, hono: startHono, nest: startNest, next: startNext }

const server = serveKeyward({ engine: "sqlite" })
let rootKeyId: string
const errors: string[] = []

beforeEach(() => {
  errors.length = 0
})

describe.each(Object.entries(frameworks))("withKeyward for %s", (_name, start) => {
  let app: GuardedApp
  /** The same application with a root key that Keyward refuses. */
  let refused: GuardedApp
  /** The same application with an unreachable Keyward. */
  let cutOff: GuardedApp

  beforeAll(async () => {
    const created = await server.ok("rootKeys.createRootKey", { permissions: ["api.*.verify_key"] })
    rootKeyId = created.rootKeyId
    app = await start({ keywardUrl: server.url, rootKey: created.rootKey, errors })
    refused = await start({ keywardUrl: server.url, rootKey: "kw_root_of_nobody", errors })
    cutOff = await start({ keywardUrl: "http://127.0.0.1:1", rootKey: "kw_root_any", errors })
  })
  afterAll(() => Promise.all([app.stop(), refused.stop(), cutOff.stop()]))

  const get = async (path: string, headers: Record<string, string> = {}, from = app) => {
    const response = await fetch(`${from.url}${path}`, { headers })
    const text = await response.text()
    const body = /json/.test(response.headers.get("content-type") ?? "") ? JSON.parse(text) : text
    return { status: response.status, headers: response.headers, body }
  }
  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })

  test("lets a valid key through, and the route sees the verdict", async () => {
    const { key, keyId } = await createKey(server)
    expect(await get("/plain", bearer(key))).toMatchObject({ status: 200, body: { code: "VALID", valid: true, keyId } })
    expect((await get("/plain", { authorization: `bearer   ${key}` })).status).toBe(200)
  })

  test.each([
    [{}],
    [{ Authorization: "Basic dTpw" }],
    [{ Authorization: "Bearer" }],
    [{ Authorization: "Bearer a b" }],
  ])("asks for a key where there is none: %p", async (headers: Record<string, string>) => {
    const { status, headers: answered, body } = await get("/plain", headers)
    expect(status).toBe(401)
    expect(answered.get("www-authenticate")).toBe("Bearer")
    expect(answered.get("cache-control")).toBe("no-store")
    const detail = "Send your API key as `Authorization: Bearer <key>`."
    expect(body).toEqual({ error: { code: "MISSING", status: 401, title: "Unauthorized", detail } })
  })

  test("refuses an unknown key, and text that cannot be a key", async () => {
    for (const key of ["nobody", "x".repeat(600), server.rootKey]) {
      const { status, headers, body } = await get("/plain", bearer(key))
      expect({ status, code: body.error.code }).toEqual({ status: 401, code: "NOT_FOUND" })
      expect(headers.get("www-authenticate")).toBe('Bearer error="invalid_token"')
    }
    expect(errors).toEqual([])
  })

  test("refuses a key that is known and may not", async () => {
    const disabled = await createKey(server, { enabled: false })
    expect(await get("/plain", bearer(disabled.key))).toMatchObject({
      status: 403,
      body: { error: { code: "DISABLED" } },
    })
    const expired = await createKey(server, { expires: 1 })
    expect(await get("/plain", bearer(expired.key))).toMatchObject({
      status: 403,
      body: { error: { code: "EXPIRED" } },
    })
  })

  test("admits a key that holds the permission of the route, and refuses one that does not", async () => {
    const { key } = await createKey(server, { permissions: ["documents.read"] })
    expect((await get("/documents", bearer(key))).status).toBe(200)
    const other = await createKey(server)
    const { status, headers, body } = await get("/documents", bearer(other.key))
    expect({ status, code: body.error.code }).toEqual({ status: 403, code: "INSUFFICIENT_PERMISSIONS" })
    expect(headers.get("www-authenticate")).toBe('Bearer error="insufficient_scope"')
  })

  test("takes the credits that a route costs", async () => {
    const { key, keyId } = await createKey(server, { credits: { remaining: 4 } })
    expect((await get("/paid", bearer(key))).status).toBe(200)
    const { status, headers, body } = await get("/paid", bearer(key))
    expect({ status, code: body.error.code }).toEqual({ status: 429, code: "USAGE_EXCEEDED" })
    expect(headers.has("retry-after")).toBe(false)
    expect((await server.ok("keys.getKey", { keyId })).credits.remaining).toBe(1)
  })

  test("refuses with 402 if the credits are used up, where it is told to", async () => {
    const { key } = await createKey(server, { credits: { remaining: 4 } })
    expect((await get("/billed", bearer(key))).status).toBe(200)
    const { status, body } = await get("/billed", bearer(key))
    const detail = "This API key does not have enough credits left."
    const error = { code: "USAGE_EXCEEDED", status: 402, title: "Payment Required", detail }
    expect({ status, body }).toEqual({ status: 402, body: { error } })
    const disabled = await createKey(server, { enabled: false })
    expect((await get("/billed", bearer(disabled.key))).status).toBe(403)
  })

  test("says when to come back after too many requests", async () => {
    const { key } = await createKey(server)
    expect((await get("/limited", bearer(key))).status).toBe(200)
    const { status, headers, body } = await get("/limited", bearer(key))
    expect({ status, code: body.error.code }).toEqual({ status: 429, code: "RATE_LIMITED" })
    const seconds = Number(headers.get("retry-after"))
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(steadyWindowMs / 1000)
  })

  test("tells its caller how much of the tightest limit is left", async () => {
    const { key } = await createKey(server)
    const shown = (headers: Headers) =>
      ["limit", "remaining", "reset"].map((name) => Number(headers.get(`ratelimit-${name}`) ?? Number.NaN))
    const passed = await get("/twice-limited", bearer(key))
    expect(passed.status).toBe(200)
    expect(shown(passed.headers).slice(0, 2)).toEqual([2, 1])
    await get("/twice-limited", bearer(key))
    const refused = await get("/twice-limited", bearer(key))
    expect(refused.status).toBe(429)
    const [limit, remaining, reset = 0] = shown(refused.headers)
    expect([limit, remaining]).toEqual([2, 0])
    expect(reset).toBeGreaterThanOrEqual(1)
    expect(reset).toBeLessThanOrEqual(steadyWindowMs / 1000)
    expect((await get("/plain", bearer((await createKey(server)).key))).headers.has("ratelimit-limit")).toBe(false)
  })

  test("asks what a request calls for", async () => {
    const { key } = await createKey(server, { ipAllowlist: ["10.0.0.0/8"] })
    expect((await get("/from-address", { ...bearer(key), "X-Address": "10.1.2.3" })).status).toBe(200)
    const elsewhere = await get("/from-address", { ...bearer(key), "X-Address": "192.0.2.1" })
    expect(elsewhere).toMatchObject({ status: 403, body: { error: { code: "FORBIDDEN" } } })
  })

  test("takes the key from where it is told", async () => {
    const { key } = await createKey(server)
    expect((await get(`/in-query?key=${key}`)).status).toBe(200)
    expect((await get("/in-query", bearer(key))).status).toBe(401)
  })

  test("refuses in the words of the application", async () => {
    const { status, body } = await get("/own-words", bearer("nobody"))
    expect({ status, body }).toEqual({ status: 401, body: { problem: "NOT_FOUND", status: 401 } })
  })

  test("closes while keys cannot be verified, and reports why", async () => {
    const { status, headers, body } = await get("/plain", bearer("any"), cutOff)
    expect({ status, code: body.error.code }).toEqual({ status: 503, code: "UNVERIFIED" })
    expect(headers.get("retry-after")).toBe("1")
    expect(errors).toEqual(["client/unreachable"])
  })

  test("opens then only where it is told to, and says so", async () => {
    const { status, body } = await get("/lenient", bearer("any"), cutOff)
    expect({ status, body }).toEqual({ status: 200, body: { code: "UNVERIFIED", valid: false } })
    expect(errors).toEqual(["client/unreachable"])
    expect((await get("/lenient", {}, cutOff)).status).toBe(401)
    expect((await get("/lenient", bearer("nobody"))).status).toBe(401)
  })

  test("stays closed when Keyward refuses the application itself, and tells its callers nothing of it", async () => {
    for (const path of ["/plain", "/lenient"]) {
      const { status, body } = await get(path, bearer("any"), refused)
      expect({ status, code: body.error.code }).toEqual({ status: 503, code: "UNVERIFIED" })
      expect(JSON.stringify(body)).not.toContain("authentication")
    }
    expect((await get("/misused", bearer("any"))).status).toBe(503)
    const syntax = "application/permissions_query_syntax_error"
    expect(errors).toEqual(["authentication/key_not_found", "authentication/key_not_found", syntax])
  })

  test("stays closed when the application has made too many calls, which its callers could bring about", async () => {
    const { workspaceId, rootKey } = await server.createWorkspace()
    const change = { workspaceId, limits: { requestsPerMinute: 1 } }
    await server.ok("workspaces.updateWorkspace", change, { key: server.operatorKey })
    const limited = await start({ keywardUrl: server.url, rootKey, errors })
    const statuses = new Set<number>()
    for (let call = 0; call < 4; call += 1) statuses.add((await get("/lenient", bearer("nobody"), limited)).status)
    expect(statuses).toEqual(new Set([401, 503]))
    expect(new Set(errors)).toEqual(new Set(["limits/workspace_rate_limited"]))
    await limited.stop()
  })

  test("leaves defects of the application to the framework", async () => {
    expect((await get("/faulty", bearer("any"))).status).toBe(500)
  })

  test("refuses a revoked key at once", async () => {
    const { key, keyId } = await createKey(server)
    expect((await get("/plain", bearer(key))).status).toBe(200)
    await server.ok("keys.deleteKey", { keyId })
    expect((await get("/plain", bearer(key))).status).toBe(401)
  })

  test("needs a root key that may verify, and nothing else", async () => {
    const { permissions } = await server.ok("rootKeys.getRootKey", { rootKeyId })
    expect(permissions).toEqual(["api.*.verify_key"])
  })
})

test("a Fastify route that is not guarded says so instead of going without a verdict", async () => {
  const app = await startFastify({ keywardUrl: server.url, rootKey: server.rootKey, errors })
  const response = await fetch(`${app.url}/unguarded`)
  expect(response.status).toBe(500)
  expect(await response.text()).toContain("not behind withKeyward")
  await app.stop()
})

test("a route of NestJS that is not guarded gets no verdict, and does not run", async () => {
  const app = await startNest({ keywardUrl: server.url, rootKey: server.rootKey, errors })
  expect((await fetch(`${app.url}/unguarded`)).status).toBe(500)
  await app.stop()
})

test.each([
  [{ timeoutMs: 50 }, 50],
  [{}, 2_000],
])("a guard with %p gives up instead of keeping its callers waiting", async (options, longestMs) => {
  const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } })
  const keyward = createKeyward({ url: `http://127.0.0.1:${silent.port}`, key: "kw_root_any" })
  const details: string[] = []
  const onError = (error: KeywardError) => void details.push(error.detail)
  const request = { request: undefined, authorization: "Bearer any" }
  expect(await guard(keyward, { ...options, onError }, request)).toMatchObject({ type: "refuse", status: 503 })
  expect(details).toEqual([expect.stringMatching(/within \d+ ms/)])
  expect(Number(/within (\d+) ms/.exec(details.join())?.[1])).toBeWithin(0, longestMs + 1)
  silent.stop(true)
})

test("a verdict commits what a guard has reserved, and nothing if it has reserved nothing", async () => {
  const keyward = createKeyward({ url: server.url, key: server.rootKey })
  const pass = async (key: string) => {
    const options = { credits: { cost: 8, reserve: true }, timeoutMs: 60_000 }
    const decision = await guard(keyward, options, { request: undefined, authorization: `Bearer ${key}` })
    if (decision.type !== "pass") throw new Error("The key was refused.")
    return decision.verdict
  }
  const paid = await createKey(server, { credits: { remaining: 10 } })
  const verdict = await pass(paid.key)
  expect(JSON.stringify(verdict)).not.toContain("commit")
  expect((await verdict.commit(3))?.data).toEqual({ amount: 3, uncovered: 0, balances: { key: 7 } })
  expect((await verdict.commit(3))?.data).toMatchObject({ amount: 3 })
  expect((await verdict.commit(4))?.error?.code).toBe("data/reservation_already_committed")
  expect((await server.ok("keys.getKey", { keyId: paid.keyId })).credits).toEqual({ remaining: 7 })
  const free = await createKey(server)
  expect(await (await pass(free.key)).commit(3)).toBeUndefined()
})

describe.each([
  ["a response that opens a WebSocket", () => new Response(null, { status: 101 })],
  ["a response that is an error of the network", () => Response.error()],
])("%s", (_what, respond) => {
  const options = { ratelimits: [{ name: "requests", limit: 100, duration: 60_000 }], timeoutMs: 60_000 }
  const connected = () => createKeyward({ url: server.url, key: server.rootKey })
  const ask = async () => {
    const { key } = await createKey(server)
    return new Request("http://app.test/", { headers: { Authorization: `Bearer ${key}` } })
  }

  test("passes the guard of Next.js as it is", async () => {
    const response = respond()
    const route = withKeywardForNext(connected(), () => response, options)
    expect(await route(await ask(), undefined)).toBe(response)
  })

  test("passes the guard of Hono as it is", async () => {
    const response = respond()
    const app = new Hono<{ Variables: KeywardVariables }>()
    app.get("/", withKeywardForHono(connected(), options), () => response)
    expect(await app.fetch(await ask())).toBe(response)
  })
})

test("a field that perRequest leaves undefined keeps the check of the guard", async () => {
  const keyward = createKeyward({ url: server.url, key: server.rootKey })
  const table: Readonly<Record<string, string>> = { "/drafts": "drafts.read" }
  const options: GuardOptions<string> = {
    permissions: "documents.read",
    timeoutMs: 60_000,
    perRequest: (path) => ({ permissions: table[path], ip: undefined }),
  }
  const reader = await createKey(server, { permissions: ["documents.read"] })
  const drafter = await createKey(server, { permissions: ["drafts.read"] })
  const ask = async (path: string, { key }: { readonly key: string }) =>
    (await guard(keyward, options, { request: path, authorization: `Bearer ${key}` })).type
  expect([await ask("/drafts", drafter), await ask("/drafts", reader)]).toEqual(["pass", "refuse"])
  expect([await ask("/unknown", reader), await ask("/unknown", drafter)]).toEqual(["pass", "refuse"])
})

test("why a key could not be verified is written to the console unless there is an error handler", async () => {
  const written = spyOn(console, "error").mockImplementation(() => {})
  const keyward = createKeyward({ url: "http://127.0.0.1:1", key: "kw_root_any", retries: 0 })
  await guard(keyward, {}, { request: undefined, authorization: "Bearer any" })
  expect(written.mock.calls).toEqual([
    [expect.stringMatching(/^A key could not be verified\. keys\.verifyKey \(client/)],
  ])
  written.mockRestore()
})
