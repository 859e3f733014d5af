import { printable } from "../../core/printable.ts"
import type { Operation } from "../../operations/operation.ts"
import { isObject } from "../terminal/json.ts"
import type { Output } from "../terminal/output.ts"
import { alignColumns } from "../terminal/text.ts"
import { relativeWords } from "./values/relative-time.ts"

type Fields = Readonly<Record<string, unknown>>

interface ExplanationOptions extends Pick<Output, "paint"> {
  readonly now: number
}

/** The checks of an explanation, which are its rows. undefined for every other response. */
export function checksIn({ name }: Pick<Operation, "name">, data: unknown): readonly Fields[] | undefined {
  if (name !== "keys.explainKey" || !isObject(data) || !Array.isArray(data.checks)) return undefined
  return data.checks.filter(isObject)
}

/** The verdict, and a line for each check: `failed  credits  The balance is 0, …`. */
export function explanationText(data: unknown, checks: readonly Fields[], { paint, now }: ExplanationOptions): string {
  const { code, validAgainAt } = isObject(data) ? data : {}
  const verdict = paint(code === "VALID" ? "green" : "red", printable(String(code)))
  const again = typeof validAgainAt === "number" ? `  valid again ${momentText(validAgainAt, now)}` : ""
  const rows = checks.map(({ check, name, passed, detail }): [string, string] => {
    const subject = name === undefined ? check : `${check} ${name}`
    return [`${passed === true ? "ok    " : "failed"}  ${printable(String(subject))}`, printable(String(detail))]
  })
  // Coloured afterwards, because the codes of colours would count as width.
  const lines = alignColumns(rows)
    .replace(/^ {2}ok {4}/gm, `  ${paint("green", "ok")}    `)
    .replace(/^ {2}failed/gm, `  ${paint("red", "failed")}`)
  return `${verdict}${again}\n${lines}`
}

function momentText(moment: number, now: number): string {
  return `${relativeWords(moment, now)} (${new Date(moment).toISOString().replace(/\.\d{3}Z$/, "Z")})`
}
