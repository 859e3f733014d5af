import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { until } from "../../../test/harness/until.ts"
import { createRequestLog } from "./request-log.ts"

describe("the log line of a verification", () => {
  const server = serveKeyward({ engine: "sqlite" })

  const verify = async (body: object) => {
    const { body: reply } = await server.call("keys.verifyKey", body)
    return lineOf(reply.meta.requestId)
  }
  async function lineOf(requestId: string) {
    for (;;) {
      const line = server.log.find((one) => one.includes(requestId))
      if (line !== undefined) return JSON.parse(line)
      await Bun.sleep(10)
    }
  }

  test("has the code and the id of the key, from the store and from memory", async () => {
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
    const { key, keyId } = await server.ok("keys.createKey", { apiId })
    for (const _ of [1, 2]) {
      const line = await verify({ key })
      expect(line).toMatchObject({ operation: "keys.verifyKey", status: 200, code: "VALID", keyId })
      expect(JSON.stringify(line)).not.toContain(key)
    }
    expect(await verify({ key, permissions: "a" })).toMatchObject({ code: "INSUFFICIENT_PERMISSIONS", keyId })
  })

  test("has no key id if no key was found, and no code if the request was refused", async () => {
    const unknown = await verify({ key: "acme_never_issued" })
    expect(unknown).toMatchObject({ status: 200, code: "NOT_FOUND", workspaceId: server.workspaceId })
    expect(unknown.keyId).toBeUndefined()
    expect((await verify({ key: "" })).code).toBeUndefined()
  })

  test("is the only one with them", async () => {
    const { body } = await server.call("apis.listApis", {})
    const line = await lineOf(body.meta.requestId)
    expect(Object.keys(line)).toEqual(["time", "requestId", "method", "operation", "status", "ms", "workspaceId"])
  })

  test("has the id of the trace that the caller names", async () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"
    const line = await lineWith({ traceparent })
    expect(line).toMatchObject({ operation: "apis.listApis", traceId: "0af7651916cd43dd8448eb211c80319c" })
    expect((await lineWith({ traceparent: `${traceparent}"` })).traceId).toBeUndefined()
  })

  const lineWith = async (headers: Record<string, string>) => {
    const { body } = await server.call("apis.listApis", {}, { headers })
    return lineOf(body.meta.requestId)
  }
})

describe("a log in the form of OpenTelemetry", () => {
  const environment = { KEYWARD_LOG: "otel", OTEL_RESOURCE_ATTRIBUTES: "team=payments", OTEL_SERVICE_NAME: "keys" }
  const server = serveKeyward({ engine: "sqlite", environment })
  const lineOf = async (requestId: string) => {
    const find = () => server.log.find((line) => line.includes(requestId))
    await until(() => find() !== undefined)
    return JSON.parse(find() ?? "")
  }

  test("has the names of its data model", async () => {
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
    const { key, keyId } = await server.ok("keys.createKey", { apiId })
    const [traceId, spanId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"]
    const headers = { traceparent: `00-${traceId}-${spanId}-01` }
    const startedAt = Date.now()
    const { body } = await server.call("keys.verifyKey", { key }, { headers })
    const line = await lineOf(body.meta.requestId)
    const { Timestamp, Attributes, Resource, ...others } = line
    expect(others).toEqual({
      TraceId: traceId,
      SpanId: spanId,
      TraceFlags: 1,
      SeverityText: "INFO",
      SeverityNumber: 9,
      Body: "POST keys.verifyKey 200",
    })
    // The clock of the machine may be set between the two readings.
    expect(Math.abs(Number(BigInt(Timestamp) / 1_000_000n) - startedAt)).toBeLessThan(60_000)
    expect(Attributes).toEqual({
      "http.request.method": "POST",
      "http.response.status_code": 200,
      "keyward.operation": "keys.verifyKey",
      "keyward.request.id": body.meta.requestId,
      "keyward.duration_ms": expect.any(Number),
      "keyward.workspace.id": server.workspaceId,
      "keyward.verdict": "VALID",
      "keyward.key.id": keyId,
    })
    expect(Resource).toMatchObject({ "service.name": "keys", "service.version": "0.1.0", team: "payments" })
    expect(JSON.stringify(line)).not.toContain(key)
  })

  test("names the error of a refusal, and no trace if there is none", async () => {
    const { body } = await server.call("apis.getApi", { apiId: "api_1CeGXWUoiGrkJ5v2n3YvQb" })
    const line = await lineOf(body.meta.requestId)
    expect(line).toMatchObject({ SeverityText: "INFO", Attributes: { "error.type": "data/api_not_found" } })
    expect(line.Attributes["client.address"]).toBeDefined()
    expect(Object.keys(line)).not.toContain("TraceId")
  })

  test("has the problems of the server as warnings", () => {
    const lines: string[] = []
    const log = createRequestLog((text) => lines.push(text), { form: "otel", resource: { "service.name": "keys" } })
    log.report("Usage could not be stored.", new Error("the disk is full"))
    log.close()
    expect(JSON.parse(lines.join(""))).toMatchObject({
      Timestamp: expect.stringMatching(/^\d{19}$/),
      SeverityText: "WARN",
      SeverityNumber: 13,
      Body: "Usage could not be stored.",
      Attributes: { "exception.message": "the disk is full" },
      Resource: { "service.name": "keys" },
    })
  })
})
