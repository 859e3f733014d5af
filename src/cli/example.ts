import type { Operation } from "../operations/operation.ts"
import { type Field, flagOf } from "./fields.ts"
import { kebab } from "./names.ts"
import { quoted } from "./quoted.ts"
import { isObject } from "./read-fields.ts"
import { isId } from "./table.ts"

/** A line to paste. What has to exist first, ids and keys, is a shell variable, and a line before says what it holds. */
export function exampleOf(operation: Operation, fields: readonly Field[], operations: readonly Operation[]): string {
  const request = operation.example ?? requestOf(fields)
  const flags = isObject(request)
    ? Object.entries(request).flatMap(([member, value]) => flagsOf([member], value, fields))
    : [{ path: [], text: `--body ${quoted(JSON.stringify(request))}`, isVariable: false }]
  const sources = flags.filter(({ isVariable }) => isVariable).flatMap(({ path }) => sourceOf(path, operations))
  const line = [commandOf(operation), ...flags.map(({ text }) => text)].join(" ")
  return [...sources, line].map((one) => `  ${one}`).join("\n")
}

/** What an operation without an example of its own needs at least. */
function requestOf(fields: readonly Field[]): unknown {
  const required = fields.filter(({ path, isRequired }) => path.length === 1 && isRequired)
  return Object.fromEntries(required.map((field) => [field.path[0], sampleOf(field)]))
}

function sampleOf({ kind, schema }: Field): unknown {
  const [choice] = schema.enum ?? []
  if (choice !== undefined) return choice
  if (kind === "integer" || kind === "time") return schema.minimum ?? 0
  if (kind === "truth") return true
  return undefined
}

interface Flag {
  readonly path: readonly string[]
  readonly text: string
  readonly isVariable: boolean
}

function flagsOf(path: readonly string[], value: unknown, fields: readonly Field[]): Flag[] {
  const flag = `--${flagOf(path)}`
  const field = fields.find((one) => flagOf(one.path) === flagOf(path))
  if (field?.kind === "object" && isObject(value)) {
    return Object.entries(value).flatMap(([member, inner]) => flagsOf([...path, member], inner, fields))
  }
  const isKey = path.at(-1) === "key"
  if (value === undefined || isKey || (typeof value === "string" && isId(value))) {
    return [{ path, text: `${flag} "$${variableOf(path)}"`, isVariable: true }]
  }
  return [{ path, text: `${flag} ${quoted(textOf(value, field))}`, isVariable: false }]
}

function textOf(value: unknown, field: Field | undefined): string {
  if (typeof value === "string") return value
  const isPlainList = Array.isArray(value) && value.length > 0 && !value.some((one) => String(one).includes(","))
  return field?.kind === "texts" && isPlainList ? value.join(",") : JSON.stringify(value)
}

function variableOf(path: readonly string[]): string {
  return flagOf(path).replace(/[.-]/g, "_").toUpperCase()
}

function sourceOf(path: readonly string[], operations: readonly Operation[]): string[] {
  if (path.at(-1) === "key") return [`# ${variableOf(path)} holds the key itself.`]
  const [, thing = ""] = /^(.+)Id$/.exec(path.at(-1) ?? "") ?? []
  const things = `${thing.replace(/([^aeiou])y$/, "$1ie")}s`
  const listing = `.list${things.replace(/^./, (letter) => letter.toUpperCase())}`
  const listers = operations.filter(({ name }) => name.endsWith(listing))
  const lister = listers.find(({ name }) => name === `${things}${listing}`) ?? listers[0]
  return lister === undefined ? [] : [`# ${commandOf(lister)} shows ids for ${variableOf(path)}.`]
}

function commandOf({ name }: Operation): string {
  return `keyward ${name.split(".").map(kebab).join(" ")}`
}
