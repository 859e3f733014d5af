import type { Direction } from "../client/type-text.ts"
import type { Field, Models } from "../clients/models.ts"
import type { Enum } from "./dialect.ts"
import { goName } from "./names.ts"
import { inOrder } from "./struct.ts"
import { bareType, type Form, formOf } from "./types.ts"

/** What is needed to write a value of JSON as people write it in Go. */
export interface Literals {
  readonly models: Models
  readonly enums: readonly Enum[]
  readonly direction: Direction
}

/** A value of a type. Results show lists by their first item. */
export function literal(value: unknown, type: string, how: Literals): string {
  return literalOf(value, bareType(type), how)
}

function literalOf(value: unknown, type: string, how: Literals): string {
  if (value === null) return "nil"
  if (type.startsWith("[]")) return listOf(value, type, how)
  if (type.startsWith("§")) return `${qualified(type)}${structBody(value, type, how)}`
  if (type.startsWith("map[") || (type === "any" && typeof value === "object")) return mapOf(value, type, how)
  const constants = how.enums.find(({ name }) => name === type)
  return constants === undefined ? JSON.stringify(value) : `keyward.${type}${goName(String(value))}`
}

function listOf(value: unknown, type: string, how: Literals): string {
  if (!Array.isArray(value)) throw new Error(`The example of ${type} is not a list.`)
  const item = type.slice(2)
  const items = how.direction === "request" ? value : value.slice(0, 1)
  const parts = items.map((one) =>
    item.startsWith("§") ? structBody(one, item, how) : literalOf(one, bareType(item), how),
  )
  return `[]${qualified(item)}${braces(parts)}`
}

function mapOf(value: unknown, type: string, how: Literals): string {
  const item = type === "any" ? "any" : type.slice("map[string]".length)
  const parts = Object.entries(Object(value)).map(
    ([key, one]) => `${JSON.stringify(key)}: ${literalOf(one, item, how)}`,
  )
  return `map[string]${qualified(item)}${braces(parts)}`
}

function structBody(value: unknown, type: string, how: Literals): string {
  const name = type.replace("§", "")
  const model = how.models.modelNamed(name)
  if (model === undefined) throw new Error(`There is no type ${name}.`)
  const given = new Map(Object.entries(Object(value)))
  const unknown = [...given.keys()].find((key) => !model.fields.some(({ wireName }) => wireName === key))
  if (unknown !== undefined) throw new Error(`The example of ${name} has the unknown field ${unknown}.`)
  const fields = inOrder(model, how.direction).filter(({ wireName }) => given.has(wireName))
  return braces(fields.map((field) => [field.name, fieldValue(given.get(field.wireName), field, how)] as const))
}

function fieldValue(value: unknown, field: Field, how: Literals): string {
  const type = bareType(field.type)
  const form: Form = formOf(field, how.direction)
  if (form === "nullable") {
    if (value === null) return `keyward.Null[${qualified(type)}]()`
    const parameter = type === "int64" || type === "float64" ? `[${type}]` : ""
    return `keyward.Value${parameter}(${literalOf(value, type, how)})`
  }
  const text = literalOf(value, type, how)
  if (form === "plain" || text === "nil") return text
  if (type.startsWith("§")) return `&${text}`
  return type === "int64" ? `keyward.Int(${text})` : `keyward.Ptr(${text})`
}

function qualified(type: string): string {
  const isOwn = type.startsWith("§") || /^[A-Z]/.test(type)
  return type.startsWith("[]") ? `[]${qualified(type.slice(2))}` : `${isOwn ? "keyward." : ""}${type.replace("§", "")}`
}

/** On one line if it is short, else with one part per line. Names of neighbouring lines are aligned, as by gofmt. */
function braces(parts: readonly (string | readonly [string, string])[]): string {
  const short = parts.map((part) => (typeof part === "string" ? part : part.join(": "))).join(", ")
  if (short.length <= 50 && !short.includes("\n")) return `{${short}}`
  const lines = parts.map((part, index) => {
    if (typeof part === "string") return part
    const [name, text] = part
    return `${`${name}:`.padEnd(runWidth(parts, index) + 2)}${text}`
  })
  return `{\n${lines.map((line) => `\t${line.replaceAll("\n", "\n\t")},\n`).join("")}}`
}

/** The longest name among the neighbours on one line each. */
function runWidth(parts: readonly (string | readonly [string, string])[], index: number): number {
  const isShort = (at: number) => {
    const part = parts[at]
    return part !== undefined && typeof part !== "string" && !part[1].includes("\n")
  }
  const width = (at: number) => parts[at]?.[0]?.length ?? 0
  let widest = width(index)
  if (!isShort(index)) return widest
  for (let at = index - 1; isShort(at); at--) widest = Math.max(widest, width(at))
  for (let at = index + 1; isShort(at); at++) widest = Math.max(widest, width(at))
  return widest
}
