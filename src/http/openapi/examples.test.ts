import { describe, expect, test } from "bun:test"
import Ajv2020 from "ajv/dist/2020.js"
import { z } from "zod"
import { errorCodes } from "../../contract/error-table.ts"
import { describeError } from "../../operations/describe-error.ts"
import { operations } from "../../operations/index.ts"
import { openApiDocumentOnDemand } from "./document.ts"
import type { Content, OperationObject } from "./model.ts"
import { loadResponseExamples } from "./response-examples.ts"

const about = { version: "test", url: "http://test", docsBase: "http://test" }
const document = await openApiDocumentOnDemand(operations, about)()
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, "openapi")

const described = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: operation.operationId, path, method, operation })),
)

function contentOf({ responses }: OperationObject): Content {
  const success = responses[200]
  return (success !== undefined && !("$ref" in success) && success.content) || {}
}

function expectValid(example: unknown, place: string): void {
  const validate = ajv.compile({ $ref: `openapi#/paths/${place}/content/application~1json/schema` })
  validate(example)
  expect(validate.errors ?? []).toEqual([])
}

interface ExampleOfField {
  readonly place: string
  readonly schema: object
  readonly example: unknown
}

/** The examples beside fields and named schemas, at every depth. */
function fieldExamples(value: unknown, place: string): ExampleOfField[] {
  if (typeof value !== "object" || value === null) return []
  const examples: unknown = Reflect.get(value, "examples")
  const own = Array.isArray(examples) ? examples.map((example) => ({ place, schema: value, example })) : []
  return [...own, ...Object.entries(value).flatMap(([name, inner]) => fieldExamples(inner, `${place}.${name}`))]
}

/** test/examples/recorded.test.ts sends every request and compares the response. */
describe("the reference", () => {
  test.each(
    operations.filter(({ kind }) => kind !== "stream").map((operation) => [operation.name, operation] as const),
  )("describes every field that %s returns", async (name, { output }) => {
    // Parsing drops the fields that the schema does not know.
    const recorded: unknown = (await loadResponseExamples())[name]
    const { data } = z.object({ data: z.unknown() }).parse(recorded)
    expect(output.parse(data)).toEqual(data)
  })

  test("describes what the page of every error returns to programs", () => {
    const validate = ajv.compile({ $ref: "openapi#/components/schemas/ErrorDescription" })
    for (const code of errorCodes) {
      validate({ type: `http://test/${code}`, ...describeError(code) })
      expect(validate.errors ?? [], code).toEqual([])
    }
  })

  test("shows only examples of fields that fit their fields", () => {
    const all = fieldExamples([document.paths, document.components.schemas], "")
    expect(all.length).toBeGreaterThan(50)
    const wrong = all.filter(({ schema, example }) => {
      const whole: object = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/'))
      return !ajv.validate(whole, example)
    })
    expect(wrong.map(({ place }) => place)).toEqual([])
  })

  test.each(described.filter(({ operation }) => operation.requestBody !== undefined))(
    "has an example of the request of $name",
    ({ path, method, operation }) => {
      const { example } = operation.requestBody?.content["application/json"] ?? {}
      expect(example).toBeDefined()
      expectValid(example, `${path.replaceAll("/", "~1")}/${method}/requestBody`)
    },
  )

  test.each(
    described.filter(({ operation, name }) => "application/json" in contentOf(operation) && name !== "openapi"),
  )("has an example of the response of $name", ({ path, method, operation }) => {
    const { example } = contentOf(operation)["application/json"] ?? {}
    expect(example).toBeDefined()
    const escaped = path.replaceAll("/", "~1").replaceAll("{", "%7B").replaceAll("}", "%7D")
    expectValid(example, `${escaped}/${method}/responses/200`)
  })
})
