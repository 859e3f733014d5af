import { isMoment } from "./fields.ts"
import { isObject } from "./read-fields.ts"
import { table } from "./table.ts"

/** The data of an answer for a person: lists as a table, objects line by line. */
export function render(data: unknown, columns: number | undefined): string {
  if (Array.isArray(data)) return renderList(data, columns)
  if (!isObject(data)) return printable(String(data))
  return Object.keys(data).length === 0 ? "Done." : renderRecord(data)
}

/** Nested members appear under their path, so that each line can be found by its name. */
function renderRecord(record: Record<string, unknown>): string {
  const lines = linesOf("", record)
  const width = Math.max(...lines.map(([name]) => Bun.stringWidth(name)))
  return lines.map(([name, value]) => `${name}${" ".repeat(width - Bun.stringWidth(name))}  ${value}`).join("\n")
}

function linesOf(path: string, value: unknown): [string, string][] {
  const named = path === "" ? "" : `${path}.`
  if (isObject(value) && (path === "" || Object.keys(value).length > 0)) {
    return Object.entries(value).flatMap(([member, inner]) => linesOf(`${named}${printable(member)}`, inner))
  }
  if (Array.isArray(value) && value.some(isObject)) {
    return value.flatMap((entry, index) => linesOf(`${path}[${index}]`, entry))
  }
  return [[path, cell(path.split(".").at(-1) ?? "", value)]]
}

/** Columns are the members that any object has, in the order they come; those that are empty everywhere are left out. */
function renderList(list: readonly unknown[], columns: number | undefined): string {
  if (list.length === 0) return "None."
  if (!list.every(isObject)) return list.map((entry) => cell("", entry)).join("\n")
  const members = [...new Set(list.flatMap((entry) => Object.keys(entry)))]
  const rows = list.map((entry) => members.map((member) => (isEmpty(entry[member]) ? "" : cell(member, entry[member]))))
  const shown = members.map((_, index) => rows.some((row) => row[index] !== ""))
  const keep = (cells: readonly string[]) => cells.filter((_, index) => shown[index])
  return table({ head: keep(members), rows: rows.map(keep), columns })
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0)
}

function cell(member: string, value: unknown): string {
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
