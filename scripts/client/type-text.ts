import type { JsonSchema } from "../../src/http/openapi/model.ts"

/** Requests accept common caller types: readonly arrays, and optional fields that are undefined. */
export type Direction = "request" | "response"

/** The TypeScript type for a JSON Schema, as text. */
export function typeText(schema: JsonSchema, direction: Direction, indent = ""): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)
  // Next to fields, `oneOf` only says which fields belong together. The types leave that check to the service.
  const choices = schema.properties === undefined ? (schema.anyOf ?? schema.oneOf) : undefined
  if (choices !== undefined) {
    return (direction === "response" ? distinguishable(choices) : choices)
      .map((choice) => typeText(choice, direction, indent))
      .join(" | ")
  }
  if (schema.type === undefined && schema.not !== undefined) return "undefined"
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeText({ ...schema, type }, direction, indent)).join(" | ")
  }
  if (schema.type === "array") return listText(schema, direction, indent)
  if (schema.type === "object") return objectText(schema, direction, indent)
  const simple = schema.type === undefined ? undefined : simpleTypes[schema.type]
  if (simple === undefined) throw new Error(`There is no type for the schema ${JSON.stringify(schema)}.`)
  return simple
}

/**
 * Adds the fields of the other union members as optional `undefined`, so that a field can be read before the union
 * is narrowed.
 */
function distinguishable(choices: readonly JsonSchema[]): readonly JsonSchema[] {
  if (choices.some(({ properties }) => properties === undefined)) return choices
  const names = new Set(choices.flatMap(({ properties }) => Object.keys(properties ?? {})))
  const never = Object.fromEntries([...names].map((name) => [name, { not: {} }]))
  return choices.map((choice) => ({ ...choice, properties: { ...never, ...choice.properties } }))
}

const simpleTypes: Readonly<Record<string, string>> = {
  boolean: "boolean",
  integer: "number",
  null: "null",
  number: "number",
  string: "string",
}

function listText({ items }: JsonSchema, direction: Direction, indent: string): string {
  if (typeof items !== "object" || Array.isArray(items)) throw new Error("A list says what it holds.")
  const item = typeText(items, direction, indent)
  const list = item.includes(" | ") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`
  return direction === "request" ? `readonly ${list}` : list
}

function objectText(schema: JsonSchema, direction: Direction, indent: string): string {
  const { properties = {}, required = [] } = schema
  if (Object.keys(properties).length === 0) {
    return typeof schema.additionalProperties === "object" || schema.additionalProperties === true
      ? "Record<string, unknown>"
      : "Record<string, never>"
  }
  const inner = `${indent}  `
  const members = Object.entries(properties).map(([name, member]) => {
    if (typeof member === "boolean") throw new Error(`The member ${name} has no type.`)
    const isRequired = required.includes(name)
    const absent = !isRequired && direction === "request" ? " | undefined" : ""
    const type = typeText(member, direction, inner)
    return `${docComment(docOf(member), inner)}${inner}${name}${isRequired ? "" : "?"}: ${type}${absent}\n`
  })
  return `{\n${members.join("")}${indent}}`
}

function docOf({ description, default: fallback }: JsonSchema): string[] {
  return [
    ...(description === undefined ? [] : [description]),
    ...(fallback === undefined ? [] : [`Default: \`${JSON.stringify(fallback)}\`.`]),
  ]
}

export function docComment(lines: readonly string[], indent: string): string {
  // A description could contain the end of a comment.
  const safe = lines.map((line) => line.replaceAll("*/", "*\\/"))
  if (safe.length === 0) return ""
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`
}
