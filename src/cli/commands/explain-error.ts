import { type ErrorCode, errorCodes, errorTable } from "../../contract/error-table.ts"
import { codes as verdicts } from "../../contract/verdicts.ts"
import { nearest } from "../../core/nearest.ts"
import { describeError } from "../../operations/describe-error.ts"
import type { Command } from "../command.ts"
import { UsageError } from "../failure.ts"
import { readFixed, unexpected } from "../flags.ts"
import type { Output } from "../terminal/output.ts"
import { alignColumns, paragraph } from "../terminal/text.ts"

const flags = { json: "nothing" } as const

/** `keyward explain-error CODE`: the page of an error, in the terminal. It calls no service. */
export const explainError: Command = {
  words: ["explain-error"],
  usage: " [CODE]",
  summary: "Explain an error: what causes it, and how to fix it.",
  flags,
  choices: { "": errorCodes },
  help: () => `Usage: keyward explain-error [CODE]

Shows what an error means, what usually causes it and how to fix it. Without CODE, lists all errors.
It calls no service; the page of an error on your server says the same.

  CODE    The code of an error, with or without its category, or its whole \`type\`.
  --json  Print the result as JSON.

Example:
  keyward explain-error data/key_not_found`,
  async run({ args, output }) {
    const { given, words } = readFixed(args, flags)
    const [said, stray] = words
    if (stray !== undefined) throw unexpected(stray)
    const codes = said === undefined ? errorCodes : codesFor(said)
    if (given.has("json")) output.print(JSON.stringify(codes.map(describeError)))
    else if (said === undefined) output.print(list(output))
    else output.print(codes.map((code) => explanation(code, output)).join("\n\n"))
    return 0
  },
}

/** A name without its category may stand for two errors. */
function codesFor(said: string): readonly ErrorCode[] {
  const [name = "", category] = said
    .replace(/[/?#]+$/, "")
    .split("/")
    .reverse()
  const codes = errorCodes.filter(
    (code) => code === `${category}/${name}` || (category === undefined && lastPart(code) === name),
  )
  if (codes.length > 0) return codes
  if (verdicts.some((verdict) => verdict === said)) {
    throw new UsageError(
      `${said} is the result of a verification, not an error. \`keyward explain KEY_OR_ID\` explains it.`,
    )
  }
  throw new UsageError(
    `There is no error ${JSON.stringify(said)}.${suggestion(name)} \`keyward explain-error\` lists all errors.`,
  )
}

function suggestion(name: string): string {
  const meant = nearest(name, errorCodes.map(lastPart))
  const codes = errorCodes.filter((code) => lastPart(code) === meant)
  return codes.length === 0 ? "" : ` Did you mean ${codes.join(" or ")}?`
}

function lastPart(code: ErrorCode): string {
  return code.split("/")[1] ?? code
}

function list({ paint }: Output): string {
  const groups = Map.groupBy(errorCodes, (code) => code.split("/")[0] ?? "")
  const views = [...groups].map(([category, codes]) => {
    const rows = codes.map((code) => [`${errorTable[code].status}  ${lastPart(code)}`, errorTable[code].when] as const)
    return `${paint("bold", category)}\n${alignColumns(rows)}`
  })
  return `${views.join("\n\n")}\n\n\`keyward explain-error CODE\` explains one of them.`
}

function explanation(code: ErrorCode, { paint }: Output): string {
  const { status, title, when, clears, causes, fixes, guide, operations } = describeError(code)
  const returned = operations === "all" ? "every operation" : operations.join(", ")
  return [
    `${paint("bold", code)}  ${status} ${title}`,
    paragraph(when),
    `${paint("bold", "What usually causes it")}\n${alignColumns(causes.map((cause) => ["-", cause]))}`,
    `${paint("bold", "How to fix it")}\n${paragraph(clears)}`,
    ...fixes.map(({ text, sample }, index) => {
      const row = alignColumns([[`${index + 1}.`, text]])
      return sample === undefined ? row : `${row}\n\n${indented(sample)}`
    }),
    ...(returned === "" ? [] : [`${paint("bold", "Returned by")}\n${paragraph(returned)}`]),
    `More on your server: ${guide}`,
  ].join("\n\n")
}

function indented(sample: string): string {
  return sample.replaceAll(/^/gm, "       ")
}
