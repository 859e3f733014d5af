import { z } from "zod"
import type { JsonSchema } from "./model.ts"

/** Converts Zod schemas to JSON Schema and collects the named ones. */
export interface SchemaCollector {
  add(schema: z.ZodType): JsonSchema
  /** The named schemas collected so far. */
  named(): Record<string, JsonSchema>
}

export function createSchemaCollector(): SchemaCollector {
  const components = new Map<string, JsonSchema>()
  return {
    add(schema) {
      const { $schema, $defs, ...converted } = withComponentRefs(convert(schema))
      for (const [name, definition] of Object.entries($defs ?? {})) components.set(name, definition)
      return converted
    },
    named: () => Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

/** Requests and responses are described as sent, before Zod's defaults and transforms. */
function convert(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: "input",
    // A custom schema carries its JSON Schema as metadata.
    unrepresentable: ({ zodSchema }) => (zodSchema._zod.def.type === "custom" ? "any" : "throw"),
    override({ jsonSchema }) {
      if (isFreeText(jsonSchema)) jsonSchema.pattern = withoutNull
      if (jsonSchema.minimum !== Number.MIN_SAFE_INTEGER) return
      delete jsonSchema.minimum
      delete jsonSchema.maximum
    },
  })
}

/** No text may contain U+0000. */
const withoutNull = "^[^\\u0000]*$"

function isFreeText({ type, pattern, enum: values, const: value }: JsonSchema): boolean {
  return type === "string" && pattern === undefined && values === undefined && value === undefined
}

function withComponentRefs(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === "$ref" && typeof value === "string" ? value.replace("#/$defs/", "#/components/schemas/") : value,
  )
}
