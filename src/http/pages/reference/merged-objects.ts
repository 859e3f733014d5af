import type { JsonSchema } from "../../openapi/model.ts"

type Property = JsonSchema | boolean

/** One object that stands for all alternatives of a response: every field once, required if all have it. */
export function mergedObjects(objects: readonly JsonSchema[]): JsonSchema {
  const properties: Record<string, Property> = {}
  for (const one of objects) {
    for (const [name, property] of Object.entries(one.properties ?? {})) {
      const known = properties[name]
      properties[name] = known === undefined ? property : mergedProperty(known, property)
    }
  }
  const [first, ...others] = objects.map(({ required = [] }) => required)
  const required = (first ?? []).filter((name) => others.every((names) => names.includes(name)))
  return { type: "object", properties, required }
}

/** Alternatives differ in the values that a field can have: `valid`, `code`. */
function mergedProperty(one: Property, other: Property): Property {
  if (typeof one !== "object" || typeof other !== "object") return one
  const choices = [...new Set([...choicesOf(one), ...choicesOf(other)])]
  const [before, added] = [describe(one), describe(other)]
  const description = before.includes(added) ? before : `${before}\n${added}`.trim()
  const { const: _value, ...rest } = one
  const described = description === "" ? rest : { ...rest, description }
  return choices.length === 0 ? described : { ...described, enum: choices }
}

/** The description, after the one value that it is about. */
function describe({ const: value, description = "" }: JsonSchema): string {
  return description === "" || value === undefined || description.startsWith("`")
    ? description
    : `\`${value}\`: ${description}`
}

function choicesOf({ const: value, enum: values }: JsonSchema) {
  if (values !== undefined) return values
  return value === undefined ? [] : [value]
}
