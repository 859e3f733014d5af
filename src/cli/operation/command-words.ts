import { z } from "zod"
import { durationText } from "../../core/flag-values/duration.ts"
import { rateText, storedLimitText } from "../../core/flag-values/rate.ts"
import { refillText } from "../../core/flag-values/refill.ts"
import { shellQuote } from "../../core/shell-quote.ts"
import { isObject } from "../terminal/json.ts"
import type { Field } from "./fields.ts"
import type { OperationCall } from "./operation-call.ts"
import { shownFlagsOf } from "./shown-flags.ts"

type Request = Readonly<Record<string, unknown>>

/** Writes the value of a field as one word of a shell. */
type WriteWord = (field: Field, value: unknown) => string

/** The command line that sends the request: first the command with its arguments, then each flag. */
export function commandWords(call: OperationCall, request: Request, writeWord: WriteWord): readonly string[] {
  const command = `keyward ${call.words.join(" ")}`
  return [[command, ...positionalWords(call, request, writeWord)].join(" "), ...flagWords(call, request, writeWord)]
}

function positionalWords(call: OperationCall, request: Request, writeWord: WriteWord): readonly string[] {
  return call.positionals().flatMap(({ field, isRest }) => {
    const [fieldName = ""] = field.path
    if (!(fieldName in request)) return []
    const value = request[fieldName]
    return isRest && Array.isArray(value) ? value.map((one) => shellQuote(String(one))) : [writeWord(field, value)]
  })
}

/** The flags in the order of the help, as shorthands if they exist. */
function flagWords(call: OperationCall, request: Request, writeWord: WriteWord): readonly string[] {
  return shownFlagsOf(call).flatMap(({ flag, fields }) => {
    const [first] = fields
    if (first === undefined) return []
    const value = valueAt(request, first.path)
    if (value === undefined && !hasField(request, first.path)) return []
    const short = shortForms[flag]?.(value, request)
    if (short !== undefined) return short.map((text) => `--${flag} ${shellQuote(text)}`)
    if (first.kind === "truth") return [value === false ? `--no-${flag}` : `--${flag}`]
    return [`--${flag} ${writeWord(first, value)}`]
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

/** A value as people type it after a flag. */
export function textOf(value: unknown, { kind }: Field): string {
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
