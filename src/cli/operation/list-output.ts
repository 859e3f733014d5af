import { csvOn } from "../terminal/csv.ts"
import { isObject } from "../terminal/json.ts"
import type { Output } from "../terminal/output.ts"
import { cell } from "../terminal/render.ts"
import { table } from "../terminal/table.ts"
import type { Column } from "./column.ts"
import { styleOfStatus } from "./columns.ts"
import { clockTime } from "./values/clock-time.ts"
import { relativeTime } from "./values/relative-time.ts"

interface TableOptions extends Pick<Output, "columns" | "paint"> {
  readonly now: number
  /** The user chose the columns, so empty ones are shown too. */
  readonly isChosen: boolean
}

interface CsvOptions extends Pick<Output, "isTerminal"> {
  readonly now: number
}

/** A table for people, with times relative to now. */
export function listTable(list: readonly unknown[], columns: readonly Column[], sheet: TableOptions): string {
  if (list.length === 0) return "None."
  const { now, paint, isChosen } = sheet
  const entries = list.filter(isObject)
  const shownColumns = columns.filter(
    (column) => isChosen || entries.some((entry) => !isEmpty(column.read(entry, now))),
  )
  return table({
    head: shownColumns.map(({ name }) => name),
    rows: entries.map((entry) => shownColumns.map((column) => textFor(column, column.read(entry, now), now))),
    importance: shownColumns.map(({ importance }) => importance),
    columns: sheet.columns,
    paint,
    styleOf: (name, text) => (name === "status" ? styleOfStatus(text) : undefined),
  })
}

/** RFC 4180, times in full, every column. */
export function listCsv(list: readonly unknown[], columns: readonly Column[], sheet: CsvOptions): string {
  const { now } = sheet
  const rows = list.filter(isObject).map((entry) => columns.map((column) => plain(column, column.read(entry, now))))
  return [columns.map(({ name }) => name), ...rows].map(csvOn(sheet)).join("\r\n")
}

function textFor({ name, isMoment, isClock }: Column, value: unknown, now: number): string {
  if (isEmpty(value)) return ""
  if (isClock && typeof value === "number") return clockTime(value, now)
  if (isMoment && typeof value === "number") return relativeTime(value, now)
  return typeof value === "number" ? value.toLocaleString("en") : cell(name, value)
}

function plain({ isMoment }: Column, value: unknown): string | number {
  if (value === undefined || value === null) return ""
  if (typeof value === "number") return isMoment ? new Date(value).toISOString() : value
  if (Array.isArray(value) && !value.some(isObject)) return value.join(" ")
  return typeof value === "string" ? value : JSON.stringify(value)
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true
  return typeof value === "object" && Object.keys(value).length === 0
}
