import { expect, test } from "bun:test"
import { operations } from "../../operations/index.ts"
import { openApiDocument } from "./document.ts"
import type { JsonSchema, OperationObject, ResponseObject } from "./model.ts"

const document = openApiDocument(operations, { version: "test", url: "http://test", docsBase: "http://test" })

const described = Object.values(document.paths).flatMap((item) => Object.values(item))

interface Field {
  readonly name: string
  readonly description: string | undefined
}

/** Every field of a schema, at every depth. Named schemas are walked on their own. */
function fieldsOf(schema: JsonSchema, place: string): Field[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    // `false` forbids a field that another branch describes.
    if (typeof field === "boolean") return []
    const at = `${place}.${name}`
    return [{ name: at, description: field.description }, ...fieldsOf(field, at)]
  })
  const inner = [schema.items, schema.additionalProperties, schema.anyOf, schema.allOf].flat()
  return [...own, ...inner.flatMap((one) => (typeof one === "object" ? fieldsOf(one, `${place}[]`) : []))]
}

function schemasOf({ operationId, requestBody, responses }: OperationObject): [string, JsonSchema | undefined][] {
  const answers = Object.entries(responses).filter((one): one is [string, ResponseObject] => !("$ref" in one[1]))
  return [
    [operationId, requestBody?.content["application/json"]?.schema],
    ...answers.map(([status, { content }]): [string, JsonSchema | undefined] => [
      `${operationId} ${status}`,
      content?.["application/json"]?.schema,
    ]),
  ]
}

test("every field of every request and response is described, at every depth", () => {
  const schemas = [...Object.entries(document.components.schemas), ...described.flatMap(schemasOf)]
  const fields = schemas.flatMap(([name, schema]) => (schema === undefined ? [] : fieldsOf(schema, name)))
  expect(fields.length).toBeGreaterThan(900)
  expect(fields.filter(({ description }) => !isSentence(description)).map(({ name }) => name)).toEqual([])
})

test("every parameter and every header is described", () => {
  const parameters = described.flatMap(({ operationId, parameters = [] }) =>
    parameters.flatMap((one) => ("name" in one ? [{ ...one, name: `${operationId} ${one.name}` }] : [])),
  )
  const shared = Object.entries({ ...document.components.parameters, ...document.components.headers })
  const all = [...parameters, ...shared.map(([name, { description }]) => ({ name, description }))]
  expect(all.length).toBeGreaterThan(15)
  expect(all.filter(({ description }) => !isSentence(description)).map(({ name }) => name)).toEqual([])
})

function isSentence(text: string | undefined): boolean {
  return text !== undefined && /^[A-Z0-9`].*\.$/s.test(text)
}
