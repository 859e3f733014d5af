import { z } from "zod"
import { shellQuote } from "../../core/shell-quote.ts"
import { isObject } from "../terminal/json.ts"
import { isId } from "../terminal/table.ts"
import { type Field, flagOf, isPlaintextKey } from "./fields.ts"
import type { OperationCall } from "./operation-calls.ts"
import { shownFlagsOf } from "./shown-flags.ts"
import { durationText } from "./values/duration.ts"
import { rateText, storedLimitText } from "./values/rate.ts"
import { refillText } from "./values/refill.ts"

/** A command line to copy, for the help. */
export function exampleOf(call: OperationCall): string {
  const words = exampleWords(call)
  const note = words.some((word) => word.endsWith('"$KEY"')) ? ["  # KEY holds the plaintext of the key."] : []
  return [...note, `  ${words.join(" ")}`].join("\n")
}

/** The command, its arguments and its flags. Ids and keys are shell variables, because each installation has its own. */
export function exampleWords(call: OperationCall): readonly string[] {
  const command = `keyward ${call.words.join(" ")}`
  const request = requestOf(call)
  if (!isObject(request)) return [command, `--body ${shellQuote(JSON.stringify(request))}`]
  return [[command, ...positionalWords(call, request)].join(" "), ...flagWords(call, request)]
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

type Request = Readonly<Record<string, unknown>>

function positionalWords(call: OperationCall, request: Request): readonly string[] {
  return call.positionals().flatMap(({ field, isRest }) => {
    const [fieldName = ""] = field.path
    if (!(fieldName in request)) return []
    const value = request[fieldName]
    return isRest && Array.isArray(value)
      ? value.map((one) => shellQuote(String(one)))
      : [wordOf(field.path, value, field)]
  })
}

/** The flags in the order of the help, as shorthands if they exist. */
function flagWords(call: OperationCall, request: Request): readonly string[] {
  return shownFlagsOf(call).flatMap(({ flag, fields }) => {
    const [first] = fields
    if (first === undefined) return []
    const value = valueAt(request, first.path)
    if (value === undefined && !hasField(request, first.path)) return []
    const short = shortForms[flag]?.(value, request)
    if (short !== undefined) return short.map((text) => `--${flag} ${shellQuote(text)}`)
    if (first.kind === "truth") return [value === false ? `--no-${flag}` : `--${flag}`]
    return [`--${flag} ${wordOf(first.path, value, first)}`]
  })
}

const refill = z.union([
  z.object({ interval: z.literal("daily"), amount: z.number() }),
  z.object({ interval: z.literal("monthly"), amount: z.number(), refillDay: z.number() }),
])
const rate = z.object({ limit: z.number(), duration: z.number() })
const storedLimits = z.array(rate.extend({ name: z.string(), autoApply: z.boolean().default(false) }))

/** Converts API values to the form of shorthands. */
const shortForms: Readonly<Record<string, (value: unknown, request: Request) => readonly string[]>> = {
  overlap: (value) => [durationText(Number(value))],
  refill: (value) => [refillText(refill.parse(value))],
  ratelimit: (value) => storedLimits.parse(value).map(storedLimitText),
  rate: (_limit, request) => [rateText(rate.parse(request))],
}

function wordOf(path: readonly string[], value: unknown, field: Field): string {
  if (value === undefined || isPlaintextKey(field) || (typeof value === "string" && isId(value))) {
    return `"$${flagOf(path).replace(/[.-]/g, "_").toUpperCase()}"`
  }
  return shellQuote(textOf(value, field))
}

function textOf(value: unknown, { kind }: Field): string {
  if (typeof value === "string") return value
  if (kind === "time") return new Date(Number(value)).toISOString().replace(/T00:00:00\.000Z$/, "")
  if (kind === "duration") return durationText(Number(value))
  const isPlainList = Array.isArray(value) && value.length > 0 && !value.some((one) => String(one).includes(","))
  if (kind === "texts" && isPlainList) return value.join(",")
  const [only, ...more] = isObject(value) ? Object.entries(value) : []
  if (kind === "open" && only !== undefined && more.length === 0 && typeof only[1] === "string") return only.join("=")
  return JSON.stringify(value)
}

function valueAt(request: Request, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, fieldName) => (isObject(inner) ? inner[fieldName] : undefined), request)
}

/** Whether the request has the field. Its value comes from a shell variable. */
function hasField(request: Request, [fieldName = "", ...inside]: readonly string[]): boolean {
  return inside.length === 0 && fieldName in request
}
