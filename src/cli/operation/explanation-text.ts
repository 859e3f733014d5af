import { printable } from "../../core/printable.ts"
import { shellQuote } from "../../core/shell-quote.ts"
import type { Operation } from "../../operations/operation.ts"
import { serviceFlags } from "../client/connection.ts"
import { isObject } from "../terminal/json.ts"
import type { Output } from "../terminal/output.ts"
import { alignColumns } from "../terminal/text.ts"
import { relativeWords } from "./values/relative-time.ts"

type Fields = Readonly<Record<string, unknown>>

interface ExplanationOptions extends Pick<Output, "paint"> {
  readonly now: number
  /** The flags of the call. Those that name the service are repeated in proposed commands. */
  readonly given: ReadonlyMap<string, string>
}

/** The checks of an explanation, which are its rows. undefined for every other response. */
export function checksIn({ name }: Pick<Operation, "name">, data: unknown): readonly Fields[] | undefined {
  if (name !== "keys.explainKey" || !isObject(data) || !Array.isArray(data.checks)) return undefined
  return data.checks.filter(isObject)
}

/**
 * The verdict, a line for each check (`failed  credits  The balance is 0, …`), and the commands that make failed checks
 * pass.
 */
export async function explanationText(
  data: unknown,
  checks: readonly Fields[],
  options: ExplanationOptions,
): Promise<string> {
  const { paint, now, given } = options
  const { code, validAgainAt } = isObject(data) ? data : {}
  const verdict = paint(code === "VALID" ? "green" : "red", printable(String(code)))
  const again = typeof validAgainAt === "number" ? `  valid again ${momentText(validAgainAt, now)}` : ""
  const rows = checks.map(({ check, name, passed, detail, hint }): [string, string] => {
    const subject = name === undefined ? check : `${check} ${name}`
    const words = [detail, hint].filter((text) => text !== undefined).join(" ")
    return [`${passed === true ? "ok    " : "failed"}  ${printable(String(subject))}`, printable(words)]
  })
  // Coloured afterwards, because the codes of colours would count as width.
  const lines = alignColumns(rows)
    .replace(/^ {2}ok {4}/gm, `  ${paint("green", "ok")}    `)
    .replace(/^ {2}failed/gm, `  ${paint("red", "failed")}`)
  const commands = (await Promise.all(checks.map(({ fix }) => fixCommand(fix, given)))).flat()
  const fixes = commands.length === 0 ? "" : `\n\nTo fix:\n${commands.map((command) => `  ${command}`).join("\n")}`
  return `${verdict}${again}\n${lines}${fixes}`
}

/** On one line, however long, so that it can be copied. */
async function fixCommand(fix: unknown, given: ReadonlyMap<string, string>): Promise<readonly string[]> {
  if (!isObject(fix) || typeof fix.operation !== "string" || !isObject(fix.input)) return []
  // Only here, because it loads every operation.
  const { commandSending } = await import("./command-sending.ts")
  const service = Object.keys(serviceFlags).flatMap((flag) => {
    const value = given.get(flag)
    return value === undefined ? [] : [`--${flag} ${shellQuote(value)}`]
  })
  return [printable([commandSending(fix.operation, fix.input), ...service].join(" "))]
}

function momentText(moment: number, now: number): string {
  return `${relativeWords(moment, now)} (${new Date(moment).toISOString().replace(/\.\d{3}Z$/, "Z")})`
}
