import { describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { until } from "../../../test/harness/until.ts"
import { freshMetrics, measured } from "../../../test/requests/fresh-metrics.ts"
import { temporaryFolder } from "../../../test/services/temporary-folder.ts"
import { startApp } from "../../app.ts"
import { readConfig } from "../../config.ts"

describe("GET /metrics", () => {
  const server = serveKeyward({ engine: "sqlite" })

  const metrics = () => freshMetrics(async () => (await server.request("/metrics")).text)

  test("is rendered once for all scrapes of a second", async () => {
    const startedAt = performance.now()
    const scrapes = await Promise.all(Array.from({ length: 50 }, () => server.request("/metrics")))
    const seconds = Math.ceil((performance.now() - startedAt) / 1_000)
    expect(new Set(scrapes.map(({ text }) => text)).size).toBeLessThanOrEqual(1 + seconds)
    const [first] = scrapes
    await until(async () => (await server.request("/metrics")).text !== first?.text)
  })

  test("needs no key and speaks the text format of Prometheus", async () => {
    const { status, headers, text } = await server.request("/metrics")
    expect(status).toBe(200)
    expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8")
    expect(text).toEndWith("\n")
    for (const line of text.trimEnd().split("\n")) {
      expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [-+.e\d]+)$/)
    }
  })

  test("counts requests and their duration by operation and status", async () => {
    const before = await metrics()
    await server.ok("workspaces.getWorkspace")
    await server.call("workspaces.getWorkspace", {}, { key: null })
    const after = await metrics()
    const grown = (name: string) => measured(after, name) - measured(before, name)
    expect(grown('keyward_http_requests_total{operation="workspaces.getWorkspace",status="200"}')).toBe(1)
    expect(grown('keyward_http_requests_total{operation="workspaces.getWorkspace",status="401"}')).toBe(1)
    expect(grown('keyward_http_request_duration_seconds_count{operation="workspaces.getWorkspace"}')).toBe(2)
    expect(grown('keyward_http_request_duration_seconds_sum{operation="workspaces.getWorkspace"}')).toBeGreaterThan(0)
  })

  test("counts unknown paths under one label, whatever they are", async () => {
    const paths = ["/nothing", "/v2/secret.path", "/%22%0Aevil%7B", "/unknown?key=abc", "/v2/workspaces.getWorkspace/"]
    const before = await metrics()
    for (const path of paths) expect((await server.request(path)).status).toBe(404)
    const after = await metrics()
    const unknown = 'keyward_http_requests_total{operation="unknown",status="404"}'
    expect(measured(after, unknown) - measured(before, unknown)).toBe(paths.length)
    expect(after).not.toMatch(/nothing|secret|evil|abc/)
    expect(after.split("\n").filter((line) => line.startsWith("keyward_http_requests_total")).length).toBe(
      before.split("\n").filter((line) => line.startsWith("keyward_http_requests_total")).length +
        Number(!before.includes(unknown)),
    )
  })

  test("tells version, uptime, memory and how late timers fire", async () => {
    await Bun.sleep(600)
    const text = await metrics()
    expect(text).toMatch(/^keyward_build_info\{version="\d+\.\d+\.\d+",bun="[\d.]+"\} 1$/m)
    expect(measured(text, "keyward_uptime_seconds")).toBeGreaterThan(0.5)
    expect(measured(text, "process_resident_memory_bytes")).toBeGreaterThan(1_000_000)
    expect(measured(text, "process_cpu_seconds_total")).toBeGreaterThan(0)
    expect(measured(text, "keyward_event_loop_lag_seconds_count")).toBeGreaterThan(0)
  })

  test("counts verifications by code and rate-limit checks by result, from memory and from the store", async () => {
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
    const { key } = await server.ok("keys.createKey", { apiId, credits: { remaining: 1 } })
    const { key: plain, keyId } = await server.ok("keys.createKey", { apiId })
    const before = await metrics()
    await server.ok("keys.verifyKey", { key })
    await server.ok("keys.verifyKey", { key })
    for (const _ of [1, 2, 3]) await server.ok("keys.verifyKey", { key: plain })
    await server.ok("keys.verifyKey", { key: "acme_never_issued" })
    await server.ok("keys.explainKey", { keyId })
    const limit = { namespace: "email", identifier: "user_1", limit: 2, duration: 3_600_000 }
    await server.ok("ratelimit.limit", { ...limit, cost: 2 })
    await server.ok("ratelimit.limit", { ...limit, cost: 3 })
    await server.ok("ratelimit.multiLimit", [
      { ...limit, cost: 3 },
      { ...limit, identifier: "user_2" },
    ])
    await server.call("ratelimit.limit", { ...limit, limit: -1 })
    const after = await metrics()
    const grown = (name: string) => measured(after, name) - measured(before, name)
    expect(grown('keyward_verifications_total{code="VALID"}')).toBe(4)
    expect(grown('keyward_verifications_total{code="USAGE_EXCEEDED"}')).toBe(1)
    expect(grown('keyward_verifications_total{code="NOT_FOUND"}')).toBe(1)
    expect(grown('keyward_ratelimit_checks_total{outcome="passed"}')).toBe(2)
    expect(grown('keyward_ratelimit_checks_total{outcome="denied"}')).toBe(2)
    expect(after).toContain('keyward_verifications_total{code="DISABLED"} 0\n')
  })

  test("holds no secret and no id", async () => {
    await server.ok("workspaces.getWorkspace")
    const text = await metrics()
    for (const secret of [server.rootKey, server.operatorKey, server.workspaceId, server.rootKeyId]) {
      expect(text).not.toContain(secret)
    }
  })
})

test("moves to a port of its own, and is unknown on the main one", async () => {
  const folder = temporaryFolder()
  const environment = { KEYWARD_PORT: "0", KEYWARD_METRICS_PORT: "0", KEYWARD_DATA_DIR: folder.path }
  const { config } = readConfig({ environment, isTerminal: false })
  const app = await startApp(config, { now: Date.now, random: (length) => randomBytes(length), writeLog() {} })
  const status = async (port: number | undefined, path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).status
  expect(app.metricsPort).not.toBe(app.port)
  expect(await status(app.metricsPort, "/metrics")).toBe(200)
  expect(await status(app.port, "/metrics")).toBe(404)
  expect(await status(app.port, "/v2/liveness")).toBe(200)
  expect(await status(app.metricsPort, "/v2/liveness")).toBe(404)
  expect(await status(app.metricsPort, "/openapi.json")).toBe(404)
  await app.stop()
  await expect(fetch(`http://127.0.0.1:${app.metricsPort}/metrics`)).rejects.toThrow()
  folder.remove()
})

test("takes neither port when one is taken", async () => {
  const taken = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() })
  const folder = temporaryFolder()
  const environment = { KEYWARD_PORT: "0", KEYWARD_METRICS_PORT: String(taken.port), KEYWARD_DATA_DIR: folder.path }
  const { config } = readConfig({ environment, isTerminal: false })
  const start = startApp(config, { now: Date.now, random: (length) => randomBytes(length), writeLog() {} })
  await expect(start).rejects.toThrow("KEYWARD_METRICS_PORT")
  await taken.stop(true)
  folder.remove()
})
