import type { JsonSchema } from "../../openapi/model.ts"

/** A value that fits the schema with required fields only. Field names stand in for texts. */
export function sampleOf(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>, name = "text"): unknown {
  if (schema.$ref !== undefined) return sampleOf(schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, schemas, name)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [alternative] = schema.oneOf ?? schema.anyOf ?? []
  if (alternative !== undefined && schema.properties === undefined) return sampleOf(alternative, schemas, name)
  switch (schema.type) {
    case "object":
      return sampleObject(schema, schemas)
    case "array":
      return sampleArray(schema, schemas, name)
    case "integer":
    case "number":
      return schema.minimum ?? 0
    case "boolean":
      return true
    default:
      return `<${name}>`
  }
}

function sampleObject(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>) {
  const { properties = {}, required = [], oneOf: [oneWay] = [] } = schema
  const fields = [...required, ...(oneWay?.required ?? [])].map((name) => {
    const field = properties[name]
    return [name, typeof field === "object" ? sampleOf(field, schemas, name) : null] as const
  })
  return Object.fromEntries(fields)
}

function sampleArray({ items, minItems }: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>, name: string) {
  const isEmpty = typeof items !== "object" || Array.isArray(items) || minItems === 0
  return isEmpty ? [] : [sampleOf(items, schemas, name.replace(/s$/, ""))]
}
