import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { findFreePort } from "../../scripts/test/service.ts"
import { readTraceparent } from "../../src/core/trace.ts"
import { createApi } from "../harness/fixtures.ts"
import { engines, startKeyward, type TestServer } from "../harness/harness.ts"
import { until } from "../harness/until.ts"
import { type CollectedSpan, startCollector, treeOf } from "../services/collector.ts"
import { startReceiver } from "../services/receiver.ts"
import { sharedRedisUrl } from "../services/redis.ts"

/** No other test uses this database. */
const redisDatabase = 10

describe.each([...engines])("traces on %s", (engine) => {
  const collector = startCollector()
  const endpoint = startReceiver()
  let server: TestServer
  let apiId: string
  beforeAll(async () => {
    server = await startKeyward({
      engine,
      environment: {
        ...(engine === "postgres" && { KEYWARD_REDIS_URL: sharedRedisUrl(redisDatabase) }),
        KEYWARD_WEBHOOKS: "on",
        KEYWARD_OIDC_ISSUER: `http://127.0.0.1:${await findFreePort()}`,
        KEYWARD_OIDC_CLIENT_ID: "keyward",
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20collector-token",
        OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
        OTEL_EXPORTER_OTLP_TIMEOUT: "500",
        OTEL_BSP_SCHEDULE_DELAY: "10",
        OTEL_SERVICE_NAME: "keys",
        OTEL_RESOURCE_ATTRIBUTES: "team=payments",
      },
    })
    apiId = await createApi(server)
  })
  afterAll(async () => {
    await server.stop()
    endpoint.stop()
    await collector.stop()
  })

  let traces = 0
  /** Calls with a trace of its own, and returns all of its spans. */
  const traced = async (operation: string, body: unknown, root = /^POST \w+\.\w+$/) => {
    traces += 1
    const traceId = traces.toString(16).padStart(32, "0")
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`
    const reply = await server.call(operation, body, { headers: { traceparent } })
    return { reply, traceId, spans: await collector.trace(traceId, root) }
  }
  const system = engine === "sqlite" ? "sqlite" : "postgresql"
  const named = (spans: readonly CollectedSpan[], name: string) => spans.find((span) => span.name === name)

  test("a verification from memory is one span, below that of the caller", async () => {
    const { key, keyId } = await server.ok("keys.createKey", { apiId })
    const cold = await traced("keys.verifyKey", { key })
    expect(treeOf(cold.spans)).toContain("  findUncached verification")
    const { reply, spans } = await traced("keys.verifyKey", { key })
    expect(spans).toEqual([
      {
        traceId: expect.any(String),
        spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
        parentSpanId: "b7ad6b7169203331",
        name: "POST keys.verifyKey",
        kind: "server",
        startNanos: expect.any(BigInt),
        endNanos: expect.any(BigInt),
        attributes: {
          "http.request.method": "POST",
          "http.route": "/v2/keys.verifyKey",
          "http.response.status_code": 200,
          "keyward.operation": "keys.verifyKey",
          "keyward.request.id": reply.body.meta.requestId,
          "keyward.workspace.id": server.workspaceId,
          "keyward.verdict": "VALID",
          "keyward.key.id": keyId,
        },
        hasFailed: false,
        resource: expect.objectContaining({ "service.name": "keys", "service.version": "0.1.0", team: "payments" }),
      },
    ])
  })

  test("credits and limits of a verification are below it", async () => {
    const ratelimits = [{ name: "requests", limit: 2, duration: 3_600_000, autoApply: true }]
    const { key } = await server.ok("keys.createKey", { apiId, credits: { remaining: 10 }, ratelimits })
    await server.ok("keys.verifyKey", { key })
    const { spans } = await traced("keys.verifyKey", { key })
    // The counters of a single process are in its memory.
    const limits = engine === "postgres" ? ["  take limits"] : []
    // The first one only looks whether there are enough, before a limit is taken.
    expect(treeOf(spans)).toEqual(["POST keys.verifyKey", "  spend credits", ...limits, "  spend credits"])
    expect(named(spans, "spend credits")).toMatchObject({
      kind: "client",
      attributes: { "db.system.name": system, "db.operation.name": "spend", "db.collection.name": "credits" },
    })
    if (engine === "postgres") {
      expect(named(spans, "take limits")?.attributes).toEqual({
        "db.system.name": "redis",
        "db.operation.name": "take",
      })
    }
    const refused = await traced("keys.verifyKey", { key })
    expect(named(refused.spans, "POST keys.verifyKey")?.attributes["keyward.verdict"]).toBe("RATE_LIMITED")
  })

  test("a change has its transaction, and what that reads and writes", async () => {
    const { spans } = await traced("apis.createApi", { name: "Traced" })
    const tree = treeOf(spans)
    expect(tree.filter((line) => !line.startsWith("    "))).toEqual([
      "POST apis.createApi",
      "  transaction",
      "  wait for nodes",
    ])
    expect(tree).toContain("    insert apis")
    expect(named(spans, "transaction")?.attributes).toEqual({
      "db.system.name": system,
      "db.operation.name": "transaction",
    })
  })

  test("changes that share a transaction have each their own reads and writes", async () => {
    const names = Array.from({ length: 8 }, (_, number) => `Together ${number}`)
    const all = await Promise.all(names.map((name) => traced("apis.createApi", { name })))
    for (const { spans } of all) expect(treeOf(spans).filter((line) => line === "    insert apis")).toHaveLength(1)
  })

  test("a refusal is no failure, and has its code", async () => {
    const { spans } = await traced("apis.deleteApi", { apiId: "api_1CeGXWUoiGrkJ5v2n3YvQb" })
    expect(named(spans, "POST apis.deleteApi")).toMatchObject({
      hasFailed: false,
      attributes: { "error.type": "data/api_not_found", "http.response.status_code": 404 },
    })
    expect(named(spans, "transaction")).toMatchObject({
      hasFailed: false,
      attributes: { "error.type": "data/api_not_found" },
    })
  })

  test("a webhook is delivered in the trace of the change, which the endpoint can continue", async () => {
    const { webhookId } = await server.ok("webhooks.createWebhook", { url: endpoint.url(), types: ["api.created"] })
    const { traceId } = await traced("apis.createApi", { name: "Announced" })
    const spans = await collector.trace(traceId, /^deliver webhook$/)
    const delivery = named(spans, "deliver webhook")
    const request = named(spans, "POST webhook")
    const [received] = endpoint.received.filter(({ message }) => message.data.changes.after.name === "Announced")
    expect(delivery).toMatchObject({
      kind: "internal",
      parentSpanId: named(spans, "POST apis.createApi")?.spanId ?? "",
      attributes: {
        "keyward.workspace.id": server.workspaceId,
        "keyward.webhook.id": webhookId,
        "keyward.event.id": received?.headers["webhook-id"] ?? "",
        "keyward.event.type": "api.created",
        "keyward.attempt": 1,
      },
    })
    expect(request).toMatchObject({
      kind: "client",
      parentSpanId: delivery?.spanId ?? "",
      attributes: { "http.request.method": "POST", "http.response.status_code": 204 },
    })
    expect(readTraceparent(received?.headers.traceparent ?? null)).toEqual({
      traceId,
      spanId: request?.spanId ?? "",
      isSampled: true,
    })
    await server.ok("webhooks.deleteWebhook", { webhookId })
  })

  test("without a trace of the caller, a request begins one, which the log names", async () => {
    const { body } = await server.call("apis.listApis", {})
    const { requestId } = body.meta
    const ofRequest = () => collector.spans.find(({ attributes }) => attributes["keyward.request.id"] === requestId)
    const span = await until(ofRequest)
    expect(span.parentSpanId).toBe("")
    const line = await until(() => server.log.find((one) => one.includes(requestId)))
    expect(JSON.parse(line).traceId).toBe(span.traceId)
  })

  test("a caller that does not record its trace gets no span, but its id in the log", async () => {
    const traceId = "f".repeat(32)
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-00` }
    await server.call("apis.listApis", {}, { headers })
    await traced("apis.listApis", {})
    expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([])
    await until(() => server.log.some((line) => line.includes(traceId)))
  })

  test("the page of a failed sign-in names the request and the trace, which has the call of the provider", async () => {
    const traceId = "e".repeat(32)
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
    const { status, text } = await server.request("/oidc/start", { headers })
    expect(status).toBe(503)
    const call = await until(() => collector.spans.find(({ name }) => name === "begin sign-in at provider"))
    expect(call).toMatchObject({
      traceId,
      kind: "client",
      hasFailed: true,
      attributes: { "error.type": "OidcFailure" },
    })
    const request = await until(() => collector.spans.find(({ spanId }) => spanId === call.parentSpanId))
    expect(text).toContain(`Request ${request.attributes["keyward.request.id"]}, trace ${traceId}`)
  })

  test("the collector gets the headers of the setting, and compressed protobuf", () => {
    for (const { path, headers } of collector.exports) {
      expect(path).toBe("/v1/traces")
      expect(headers).toMatchObject({
        authorization: "Bearer collector-token",
        "content-encoding": "gzip",
        "content-type": "application/x-protobuf",
      })
    }
    expect(server.log.join("\n")).not.toContain("collector-token")
  })

  test("a collector that refuses or hangs changes no response, and is named in the log once", async () => {
    const lines = () => server.log.filter((line) => line.includes("collector"))
    for (const problem of [503, "hangs"] as const) {
      collector.answer(problem)
      const before = collector.exports.length
      const replies = await Promise.all(Array.from({ length: 50 }, () => server.call("apis.listApis", {})))
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
      const isSentTwice = async () => {
        await server.call("apis.listApis", {})
        return collector.exports.length > before + 1
      }
      await until(isSentTwice)
    }
    await until(() => lines().length > 0)
    collector.answer(200)
    await traced("apis.listApis", {})
    await until(() => lines().length > 1)
    const told = lines().map((line) => JSON.parse(line))
    expect(told).toMatchObject([
      { message: "The collector does not accept traces. Keyward continues and drops them." },
      { message: "The collector accepts traces again." },
    ])
    expect(told[0].cause).toBe(`${new URL(collector.url).host} answered 429, 502, 503 or 504`)
  })

  test("a collector that is away changes nothing either, and a restart traces again", async () => {
    await collector.goAway()
    expect((await server.call("apis.listApis", {})).status).toBe(200)
    await server.restart()
    expect((await server.call("apis.listApis", {})).status).toBe(200)
    await until(() => server.log.some((line) => line.includes("does not answer")))
    collector.comeBack()
    const { spans } = await traced("apis.listApis", {})
    expect(treeOf(spans)[0]).toBe("POST apis.listApis")
  })

  test("a stop sends what is left", async () => {
    await server.restart({ OTEL_BSP_SCHEDULE_DELAY: "600000" })
    const { body } = await server.call("apis.listApis", {})
    await server.restart()
    const sent = collector.spans.map(({ attributes }) => attributes["keyward.request.id"])
    expect(sent).toContain(body.meta.requestId)
  })

  test.each([
    { OTEL_SDK_DISABLED: "true" },
    { OTEL_TRACES_EXPORTER: "none" },
    { OTEL_TRACES_SAMPLER: "always_off" },
    { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" },
  ])("nothing is sent with %p", async (settings) => {
    await server.restart(settings)
    const { body } = await server.call("apis.listApis", {})
    // The end of the server sends what there is.
    await server.restart()
    const sent = collector.spans.map(({ attributes }) => attributes["keyward.request.id"])
    expect(sent).not.toContain(body.meta.requestId)
  })
})
