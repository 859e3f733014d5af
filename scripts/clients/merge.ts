import { isDeepStrictEqual } from "node:util"
import type { JsonSchema } from "../../src/http/openapi/model.ts"
import type { Dialect } from "./dialect.ts"

/** How a language writes `true` and `false`. */
type Words = Pick<Dialect, "constant">

/**
 * One object for a choice of objects. A field is required if all choices require it. People who write Python or Go
 * read the identity of a verdict without narrowing a union first.
 */
export function mergeObjects(choices: readonly JsonSchema[], words: Words): JsonSchema {
  const names = new Set(choices.flatMap(({ properties }) => Object.keys(properties ?? {})))
  const properties = Object.fromEntries(
    [...names].map((name) => {
      const schemas = choices.map((choice) => choice.properties?.[name]).filter(isSchema)
      return [name, mergeSchemas(schemas, words)]
    }),
  )
  const required = [...names].filter((name) => choices.every((choice) => choice.required?.includes(name)))
  return { type: "object", properties, required }
}

function mergeSchemas(schemas: readonly JsonSchema[], words: Words): JsonSchema {
  const [first, ...others] = schemas
  if (first === undefined) throw new Error("A field has a schema.")
  if (others.every((other) => isDeepStrictEqual(other, first))) return first
  if (schemas.every(({ properties }) => properties !== undefined)) return mergeObjects(schemas, words)
  const descriptions = [
    ...new Set(schemas.map((schema) => meaningOf(schema, words)).filter((text) => text !== undefined)),
  ]
  const description = descriptions.length === 0 ? {} : { description: descriptions.join(" ") }
  if (schemas.every(({ type }) => type === "boolean")) return { type: "boolean", ...description }
  if (schemas.every(isWord)) return { type: "string", enum: [...new Set(schemas.flatMap(wordsOf))], ...description }
  const { description: _, ...bare } = first
  if (others.every(({ description: _, ...other }) => isDeepStrictEqual(other, bare))) return { ...bare, ...description }
  return { anyOf: [...schemas], ...description }
}

/** What a field means depends on the choice, of which a constant tells. */
function meaningOf({ const: value, description }: JsonSchema, { constant }: Words): string | undefined {
  if (typeof value !== "boolean" || description === undefined) return description
  return `${constant(value)}: ${description}`
}

function isSchema(schema: unknown): schema is JsonSchema {
  return typeof schema === "object" && schema !== null
}

function isWord({ const: value, enum: values }: JsonSchema): boolean {
  return typeof value === "string" || values !== undefined
}

function wordsOf({ const: value, enum: values }: JsonSchema) {
  return values ?? (typeof value === "string" ? [value] : [])
}
