import { expect, test } from "bun:test"
import { operations } from "../../operations/index.ts"
import { openApiDocument } from "./document.ts"
import type { JsonSchema, OperationObject, ResponseObject } from "./model.ts"

const document = openApiDocument(operations, { version: "test", url: "http://test", docsBase: "http://test" })

const described = Object.values(document.paths).flatMap((item) => Object.values(item))

interface Field {
  readonly name: string
  readonly description: string | undefined
  readonly isRequired: boolean
  readonly isNullable: boolean
}

/** Every field of a schema, at every depth. Named schemas are walked on their own. */
function fieldsOf(schema: JsonSchema, place: string): Field[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    // `false` forbids a field that another branch describes.
    if (typeof field === "boolean") return []
    const at = `${place}.${name}`
    const isRequired = schema.required?.includes(name) === true
    const isNullable = [field, ...(field.anyOf ?? [])].some(({ type }) => [type].flat().includes("null"))
    return [{ name: at, description: field.description, isRequired, isNullable }, ...fieldsOf(field, at)]
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

const schemas = [...Object.entries(document.components.schemas), ...described.flatMap(schemasOf)]
const fields = schemas.flatMap(([name, schema]) => (schema === undefined ? [] : fieldsOf(schema, name)))

test("every field of every request and response is described, at every depth", () => {
  expect(fields.length).toBeGreaterThan(900)
  expect(fields.filter(({ description }) => !isSentence(description)).map(({ name }) => name)).toEqual([])
})

test("every field that can be null says what null means", () => {
  const nullable = fields.filter(({ isNullable }) => isNullable)
  expect(nullable.length).toBeGreaterThan(20)
  expect(nullable.filter(({ description = "" }) => !description.includes("null")).map(({ name }) => name)).toEqual([])
})

/** The named schemas that a value refers to, at every depth. */
function namesIn(value: unknown, known = new Set<string>()): ReadonlySet<string> {
  for (const [, name = ""] of (JSON.stringify(value) ?? "").matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (known.has(name)) continue
    known.add(name)
    namesIn(document.components.schemas[name], known)
  }
  return known
}

test("every field that a response can omit says when", () => {
  const requested = namesIn(described.map(({ requestBody }) => requestBody))
  const named = Object.entries(document.components.schemas).filter(([name]) => !requested.has(name))
  const returned = described.flatMap(schemasOf).filter(([name]) => name.endsWith(" 200"))
  const optional = [...named, ...returned]
    .flatMap(([name, schema]) => (schema === undefined ? [] : fieldsOf(schema, name)))
    .filter(({ isRequired }) => !isRequired)
  expect(optional.length).toBeGreaterThan(50)
  const silent = optional.filter(({ description = "" }) => !/absent|present|only/i.test(description))
  expect(silent.map(({ name }) => name)).toEqual([])
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
