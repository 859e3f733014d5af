import { printable } from "../../core/printable.ts"
import { isMoment } from "../operation/fields.ts"
import { isObject } from "./json.ts"
import type { Output } from "./output.ts"
import { table } from "./table.ts"

/** The part of the output that rendering needs. */
export type Sheet = Pick<Output, "columns" | "paint">

/** Renders any JSON for people: lists as tables, objects line by line. */
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

/** One line per value. Nested fields appear under their path, as `--only` accepts it. */
export function linesOf(
  path: string,
  value: unknown,
  textOf: (path: string, value: unknown) => string,
): [string, string][] {
  const named = path === "" ? "" : `${path}.`
  if (isObject(value) && (path === "" || Object.keys(value).length > 0)) {
    return Object.entries(value).flatMap(([field, inner]) => linesOf(`${named}${printable(field)}`, inner, textOf))
  }
  if (Array.isArray(value) && value.some(isObject)) {
    return value.flatMap((entry, index) => linesOf(`${path}[${index}]`, entry, textOf))
  }
  return [[path, textOf(path, value)]]
}

/** Columns are the fields of all objects in order of appearance, without useless ones. */
function renderList(list: readonly unknown[], { columns, paint }: Sheet): string {
  if (list.length === 0) return "None."
  if (!list.every(isObject)) return list.map((entry) => cell("", entry)).join("\n")
  const fields = [...new Set(list.flatMap((entry) => Object.keys(entry)))].filter((field) => isUseful(field, list))
  const rows = list.map((entry) => fields.map((field) => shortCell(field, entry[field])))
  return table({ head: fields, rows, columns, paint })
}

/** A column that is always empty is useless, and so is an `id` that repeats `identityId`. */
function isUseful(field: string, list: readonly Record<string, unknown>[]): boolean {
  if (list.every((entry) => isEmpty(entry[field]))) return false
  if (field !== "id") return true
  return !list.every((entry) => Object.entries(entry).some(([name, value]) => /Id$/.test(name) && value === entry.id))
}

/** Tables omit milliseconds. */
function shortCell(field: string, value: unknown): string {
  if (isEmpty(value)) return ""
  const text = cell(field, value)
  return typeof value === "number" && isMoment(field) ? text.replace(/\.\d{3}Z$/, "Z") : text
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0)
}

export function cell(field: string, value: unknown): string {
  if (typeof value === "string") return printable(value)
  if (typeof value === "number" && isMoment(field)) return momentText(value)
  const isPlainList = Array.isArray(value) && value.length > 0 && !value.some((entry) => typeof entry === "object")
  return printable(isPlainList ? value.join(", ") : JSON.stringify(value))
}

function momentText(moment: number): string {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? String(moment) : date.toISOString()
}
