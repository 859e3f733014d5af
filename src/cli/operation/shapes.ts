import { shellQuote } from "../../core/shell-quote.ts"
import { isObject } from "../terminal/json.ts"
import { entriesOf, type Field, flagOf } from "./fields.ts"
import type { OperationCall } from "./operation-call.ts"

/** The JSON that a flag takes: the fields of each object, and an example. */
export interface Shape {
  readonly title: string
  readonly rows: readonly (readonly [string, string])[]
  readonly example: string
}

/** One shape for each flag that takes a list of objects, whether or not a shorter flag covers it. */
export function shapesOf({ operation, fields }: OperationCall): readonly Shape[] {
  const body = entriesOf(operation.input)
  if (body.length > 0) {
    const [first] = Array.isArray(operation.example) ? operation.example : []
    const rows = body.flatMap((field) => rowsOf(field, ""))
    return [{ title: "JSON of --body, an array of objects", rows, example: exampleLine("body", first, inArray) }]
  }
  return fields()
    .filter(({ entries }) => entries.length > 0)
    .map(({ path, entries, exampleEntry }) => {
      const sent = path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), operation.example)
      const [first = exampleEntry] = Array.isArray(sent) ? sent : []
      return {
        title: `JSON of --${flagOf(path)}, one object or an array of them`,
        rows: entries.flatMap((field) => rowsOf(field, "")),
        example: exampleLine(flagOf(path), first),
      }
    })
}

const inArray = (json: string) => `[${json}]`

/** Times and durations are numbers here, as in the API, so the description is shown as it is. */
function rowsOf({ path, schema, isRequired, entries }: Field, above: string): readonly (readonly [string, string])[] {
  const name = `${above}${path.join(".")}`
  const { description = "" } = schema
  const stated = schema.default === undefined || /Default:/.test(description) ? "" : defaultText(schema.default)
  const about = [isRequired && path.length === 1 ? "Required." : "", description, stated].filter(Boolean).join(" ")
  return [[name, about], ...entries.flatMap((entry) => rowsOf(entry, `${name}[].`))]
}

function defaultText(value: unknown): string {
  const text = JSON.stringify(value)
  return text === "{}" || text === "[]" ? "" : `Default: ${text}.`
}

const widestLine = 100

/** Leaves out the last fields of a long example. */
function exampleLine(flag: string, entry: unknown, wrap = (json: string) => json): string {
  const line = `  --${flag} ${shellQuote(wrap(JSON.stringify(entry)))}`
  if (line.length <= widestLine || !isObject(entry)) return line
  return exampleLine(flag, Object.fromEntries(Object.entries(entry).slice(0, -1)), wrap)
}
