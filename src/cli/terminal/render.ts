import { isMoment } from "../operation/fields.ts"
import { isObject } from "./json.ts"
import type { Output } from "./output.ts"
import { table } from "./table.ts"

/** What it is shown on. */
export type Sheet = Pick<Output, "columns" | "paint">

/** Data of any shape for a person: lists as a table, objects line by line. */
export function render(data: unknown, sheet: Sheet): string {
  if (Array.isArray(data)) return renderList(data, sheet)
  if (!isObject(data)) return printable(String(data))
  return Object.keys(data).length === 0 ? "Done." : renderRecord(data, sheet)
}

function renderRecord(record: Record<string, unknown>, sheet: Sheet): string {
  const lines = linesOf("", record, (path, value) => cell(path.split(".").at(-1) ?? "", value))
  return alignedLines(lines, sheet)
}

export function alignedLines(lines: readonly (readonly [string, string])[], { paint }: Pick<Sheet, "paint">): string {
  const width = Math.max(...lines.map(([name]) => Bun.stringWidth(name)))
  const padded = (name: string) => name + " ".repeat(width - Bun.stringWidth(name))
  return lines.map(([name, value]) => `${paint("bold", padded(name))}  ${value}`).join("\n")
}

/** A line per value. Nested fields appear under their path, which `--only` takes. */
export function linesOf(
  path: string,
  value: unknown,
  textOf: (path: string, value: unknown) => string,
): [string, string][] {
  const named = path === "" ? "" : `${path}.`
  if (isObject(value) && (path === "" || Object.keys(value).length > 0)) {
    return Object.entries(value).flatMap(([member, inner]) => linesOf(`${named}${printable(member)}`, inner, textOf))
  }
  if (Array.isArray(value) && value.some(isObject)) {
    return value.flatMap((entry, index) => linesOf(`${path}[${index}]`, entry, textOf))
  }
  return [[path, textOf(path, value)]]
}

/** Columns are the members that any object has, in the order they come, without those that tell nothing. */
function renderList(list: readonly unknown[], { columns, paint }: Sheet): string {
  if (list.length === 0) return "None."
  if (!list.every(isObject)) return list.map((entry) => cell("", entry)).join("\n")
  const members = [...new Set(list.flatMap((entry) => Object.keys(entry)))].filter((member) => tells(member, list))
  const rows = list.map((entry) => members.map((member) => shortCell(member, entry[member])))
  return table({ head: members, rows, columns, paint })
}

/** A column that is empty everywhere tells nothing, nor does an `id` that stands there as `identityId` too. */
function tells(member: string, list: readonly Record<string, unknown>[]): boolean {
  if (list.every((entry) => isEmpty(entry[member]))) return false
  if (member !== "id") return true
  return !list.every((entry) => Object.entries(entry).some(([name, value]) => /Id$/.test(name) && value === entry.id))
}

/** In a table seconds will do. */
function shortCell(member: string, value: unknown): string {
  if (isEmpty(value)) return ""
  const text = cell(member, value)
  return typeof value === "number" && isMoment(member) ? text.replace(/\.\d{3}Z$/, "Z") : text
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0)
}

export function cell(member: string, value: unknown): string {
  if (typeof value === "string") return printable(value)
  if (typeof value === "number" && isMoment(member)) return momentText(value)
  const isPlainList = Array.isArray(value) && value.length > 0 && !value.some((entry) => typeof entry === "object")
  return printable(isPlainList ? value.join(", ") : JSON.stringify(value))
}

function momentText(moment: number): string {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? String(moment) : date.toISOString()
}

/** Names are the customer's: what could steer a terminal is shown instead of obeyed. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `\\u{${code.toString(16)}}`
  })
}
