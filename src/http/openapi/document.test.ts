import { describe, expect, test } from "bun:test"
import { Validator } from "@seriousme/openapi-schema-validator"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { commonErrors } from "../../contract/common-errors.ts"
import { errorCodes, errorTable } from "../../contract/error-table.ts"
import { operations } from "../../operations/index.ts"
import { isRepeatable, namesOfNeeds } from "../../operations/operation.ts"
import { routesOf } from "../server/routes.ts"
import { openApiDocument, openApiDocumentOnDemand } from "./document.ts"
import type { OperationObject, ResponseObject } from "./model.ts"
import { loadResponseExamples } from "./response-examples.ts"

const about = { version: "1.2.3", url: "https://keys.example.com", docsBase: "https://docs.example.com" }
const document = openApiDocument(operations, about)
const text = JSON.stringify(document)

function operationAt(path: string, method = "POST"): OperationObject {
  const found = document.paths[path]?.[method === "GET" ? "get" : "post"]
  if (found === undefined) throw new Error(`${method} ${path} is missing.`)
  return found
}

function responseOf(operation: OperationObject, status: number): ResponseObject {
  const response = operation.responses[status]
  if (response === undefined) throw new Error(`${operation.operationId} has no ${status}.`)
  if (!("$ref" in response)) return response
  return document.components.responses[response.$ref.split("/").at(-1) ?? ""] ?? { description: "" }
}

describe("the OpenAPI document", () => {
  test("is valid OpenAPI 3.1", async () => {
    const validator = new Validator()
    expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true })
    expect(validator.version).toBe("3.1")
  })

  test("has every path of every operation, the /v1 forms included", () => {
    for (const operation of operations) {
      for (const { method, path } of routesOf(operation)) {
        const described = operationAt(path, method)
        expect(described.tags).toEqual([operation.name.split(".")[0] ?? ""])
        expect(described.summary).toBe(operation.summary)
      }
      expect(operationAt(`/v2/${operation.name}`).operationId).toBe(operation.name)
    }
  })

  test("is the same when it is made on demand, in turns", async () => {
    const examples = await loadResponseExamples()
    expect(await openApiDocumentOnDemand(operations, about)()).toEqual(
      openApiDocument(operations, { ...about, examples }),
    )
  })

  test("describes an operation in the same way alone and among all", () => {
    for (const operation of operations) {
      const alone = openApiDocument([operation], about)
      expect(document.paths).toMatchObject(alone.paths)
      expect(document.components).toMatchObject(alone.components)
    }
  })

  test("gives every operation an id of its own and every tag a description", () => {
    const all = Object.values(document.paths).flatMap(({ get, post }) => [get, post].filter((one) => one !== undefined))
    const ids = all.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { description } of document.tags) expect(description).not.toBe("")
    const tags = document.tags.map(({ name }) => name)
    for (const operation of all) expect(tags).toContain(operation.tags[0] ?? "")
  })

  test("names the permissions that an operation needs", () => {
    for (const operation of operations) {
      const { name, needs, mayNeed = [] } = operation
      const { description } = operationAt(`/v2/${name}`)
      for (const permission of namesOfNeeds(operation, [...needs, ...mayNeed]))
        expect(description).toContain(`\`${permission}\``)
    }
  })

  test.each(operations.map(({ name, errors }) => ({ name, errors })))("$name lists its errors", ({ name, errors }) => {
    const operation = operationAt(`/v2/${name}`)
    for (const code of [...commonErrors, ...errors]) {
      const { description, content } = responseOf(operation, errorTable[code].status)
      expect(description).toContain(`\`${code}\``)
      expect(Object.keys(content?.["application/json"]?.examples ?? {})).toContain(code)
    }
  })

  test("has an example body for every code of the table, in the form it has on the wire", () => {
    for (const code of errorCodes) {
      const example = document.components.examples[code.replace("/", ".")]
      const { status } = errorTable[code]
      expect(example?.value).toMatchObject({
        meta: { requestId: expect.stringMatching(/^req_[1-9A-HJ-NP-Za-km-z]{22}$/) },
        error: { status, type: `https://docs.example.com/api-reference/errors-v2/service/${code}` },
      })
      expect(JSON.stringify(example).includes('"errors":[{')).toBe(status === 400)
    }
  })

  test("refers to nothing that is not there", () => {
    const targets = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? ""))
    expect(targets.size).toBeGreaterThan(20)
    for (const target of targets) {
      const found = target.split("/").reduce<unknown>((value, step) => Reflect.get(Object(value), step), document)
      expect(found, target).toBeDefined()
    }
  })

  test("describes strict requests and answers that may grow", () => {
    for (const { name } of operations) {
      const operation = operationAt(`/v2/${name}`)
      const request = operation.requestBody?.content["application/json"]?.schema
      const objects = request?.type === "array" ? [request.items].flat() : [request]
      for (const one of objects) expect(one, name).toMatchObject({ type: "object", additionalProperties: false })
      const { content = {} } = responseOf(operation, 200)
      const answer = (content["application/json"] ?? content["text/event-stream"])?.schema
      expect(JSON.stringify(answer), name).not.toContain('"additionalProperties":false')
    }
  })

  test("says that meta is an object of the caller's own members", () => {
    expect(document.components.schemas.Meta).toEqual({
      type: "object",
      maxProperties: 100,
      additionalProperties: true,
      examples: [{ plan: "pro" }],
    })
  })

  test("gives paged operations their pagination and repeatable changes their Idempotency-Key, and no others", () => {
    for (const declared of operations) {
      const { name, paged } = declared
      const operation = operationAt(`/v2/${name}`)
      const answer = responseOf(operation, 200).content?.["application/json"]?.schema
      expect(answer?.required?.includes("pagination") ?? false, name).toBe(paged)
      expect(JSON.stringify(operation.parameters ?? []).includes("Idempotency-Key"), name).toBe(isRepeatable(declared))
    }
  })

  test("turns the input of a GET into query parameters", () => {
    for (const operation of operations) {
      for (const { method, path } of routesOf(operation).filter((route) => route.method === "GET")) {
        const { parameters = [], requestBody } = operationAt(path, method)
        const request = operationAt(`/v2/${operation.name}`).requestBody?.content["application/json"]?.schema
        expect(requestBody).toBeUndefined()
        const resuming = operation.kind === "stream" ? ["header Last-Event-ID"] : []
        expect(parameters.map((one) => ("name" in one ? `${one.in} ${one.name}` : ""))).toEqual([
          ...Object.keys(request?.properties ?? {}).map((name) => `query ${name}`),
          ...resuming,
        ])
      }
    }
  })

  test("is the same whenever it is made", () => {
    expect(JSON.stringify(openApiDocument(operations, about))).toBe(text)
  })

  test("asks for a bearer key everywhere but at the paths about the service", () => {
    const open = Object.entries(document.paths).filter(([, { get }]) => get?.security?.length === 0)
    expect(open.map(([path]) => path)).toEqual([
      "/v2/liveness",
      "/readyz",
      "/openapi.json",
      "/reference",
      "/metrics",
      "/api-reference/errors-v2/service",
      "/api-reference/errors-v2/service/{category}/{code}",
    ])
    expect(document.security).toEqual([{ bearer: [] }])
  })
})

describe("GET /openapi.json", () => {
  const server = serveKeyward({ engine: "sqlite", environment: { KEYWARD_PUBLIC_URL: about.url } })

  test("needs no key and names the public address", async () => {
    const { status, headers, body } = await server.request("/openapi.json")
    expect(status).toBe(200)
    expect(headers.get("content-type")).toBe("application/json")
    expect(headers.get("x-request-id")).toMatch(/^req_/)
    expect(body.openapi).toBe("3.1.1")
    expect(body.servers).toEqual([{ url: about.url }])
    expect(Object.keys(body.paths)).toEqual(Object.keys(document.paths))
  })

  test("is for GET and HEAD only", async () => {
    const head = await server.request("/openapi.json", { method: "HEAD" })
    expect([head.status, head.text]).toEqual([200, ""])
    const post = await server.request("/openapi.json", { method: "POST" })
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"])
  })
})
