import { shellQuote } from "../../core/shell-quote.ts"
import { isObject } from "../terminal/json.ts"
import { isId } from "../terminal/table.ts"
import { commandWords, textOf } from "./command-words.ts"
import { type Field, flagOf, isPlaintextKey } from "./fields.ts"
import type { OperationCall } from "./operation-call.ts"

/** A command line to copy, for the help. */
export function exampleOf(call: OperationCall): string {
  const words = exampleWords(call)
  const note = words.some((word) => word.endsWith('"$KEY"')) ? ["  # KEY holds the plaintext of the key."] : []
  return [...note, `  ${words.join(" ")}`].join("\n")
}

/** The command, its arguments and its flags. Ids and keys are shell variables, because each installation has its own. */
export function exampleWords(call: OperationCall): readonly string[] {
  const request = requestOf(call)
  if (isObject(request)) return commandWords(call, request, variableOr)
  return [`keyward ${call.words.join(" ")}`, `--body ${shellQuote(JSON.stringify(request))}`]
}

/** The example of the operation, without the fields that the command always sends. Default: the required fields. */
function requestOf({ operation, fields, sends }: OperationCall): unknown {
  const { example } = operation
  if (example !== undefined && !isObject(example)) return example
  const top = fields().filter(({ path }) => path.length === 1)
  const entries = top.flatMap((field): [string, unknown][] => {
    const [fieldName = ""] = field.path
    if (example !== undefined && fieldName in example && !(fieldName in sends)) return [[fieldName, example[fieldName]]]
    return example === undefined && field.isRequired ? [[fieldName, sampleOf(field)]] : []
  })
  return Object.fromEntries(entries)
}

function sampleOf({ kind, schema }: Field): unknown {
  const [choice] = schema.enum ?? []
  if (choice !== undefined) return choice
  if (kind === "integer" || kind === "time") return schema.minimum ?? 0
  if (kind === "duration") return 86_400_000
  return kind === "truth" ? true : undefined
}

/** A shell variable for an id or a key, and the value itself for the rest. */
function variableOr(field: Field, value: unknown): string {
  if (value === undefined || isPlaintextKey(field) || (typeof value === "string" && isId(value))) {
    return `"$${flagOf(field.path).replace(/[.-]/g, "_").toUpperCase()}"`
  }
  return shellQuote(textOf(value, field))
}
