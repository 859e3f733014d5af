import { operations } from "../operations/index.ts"
import type { Operation } from "../operations/operation.ts"
import { aligned } from "./aligned.ts"
import { connectionHelp } from "./connection.ts"
import { consentHelp } from "./consent.ts"
import { exampleOf } from "./example.ts"
import { type Field, type FieldKind, flagOf } from "./fields.ts"
import { kebab } from "./names.ts"
import { watched, watchHelp } from "./watch-events.ts"

/** Everything there is to know before calling an operation. */
export function operationHelp(operation: Operation, fields: readonly Field[]): string {
  const command = `keyward ${operation.name.split(".").map(kebab).join(" ")}`
  const required = fields
    .filter(({ path, isRequired }) => path.length === 1 && isRequired)
    .map(({ path, kind }) => ` --${flagOf(path)} ${valueNames[kind]}`)
  const shown = fields.filter((field) => !isSpelledOut(field))
  return [
    `Usage: ${command}${required.join("")}${shown.length > required.length ? " [--FIELD VALUE …]" : ""}`,
    `${operation.summary}\nNeeds ${callersOf(operation)}. Called on the wire as POST /v2/${operation.name}.`,
    shown.length === 0
      ? bodyOnly(fields)
      : `Fields:\n${aligned(shown.map((field) => [`--${flagOf(field.path)} ${valueNames[field.kind]}`.trimEnd(), aboutField(field)]))}`,
    `How it is called:
  --body JSON, or -        The whole request as JSON, or from standard input; flags for fields are added to it. A secret
                           belongs on standard input.
${ownLines(operation)}${connectionLines(operation)}`,
    `Example:\n${exampleOf(operation, fields, operations)}`,
  ].join("\n\n")
}

/** An object whose members are flags of their own need not be shown itself, unless null says something. */
function isSpelledOut({ kind, isNullable }: Field): boolean {
  return kind === "object" && !isNullable
}

function bodyOnly(fields: readonly Field[]): string {
  return fields.length === 0 ? "It has no fields to set by flags." : ""
}

const valueNames: Readonly<Record<FieldKind, string>> = {
  text: "TEXT",
  integer: "INTEGER",
  time: "TIME",
  truth: "[true|false]",
  texts: "TEXT,…",
  objects: "JSON",
  object: "JSON",
  open: "JSON",
}

function aboutField(field: Field): string {
  const { path, kind, isNullable, isRequired, schema } = field
  const required = path.length === 1 ? "Required." : `Required in ${flagOf(path.slice(0, -1))}.`
  const told = [
    isRequired ? required : "",
    schema.description ?? "",
    hints[kind]?.(flagOf(path)) ?? "",
    boundsOf(field),
    isNullable ? "Or null." : "",
    schema.default === undefined ? "" : `Default: ${JSON.stringify(schema.default)}.`,
  ]
  return told.filter(Boolean).join(" ")
}

const hints: Readonly<Partial<Record<FieldKind, (flag: string) => string>>> = {
  truth: (flag) => `--no-${flag} is the same as --${flag} false.`,
  time: () => "Unix milliseconds, or a date in UTC such as 2027-01-31T12:00:00Z.",
  texts: () => "Separated by commas, or the flag repeated, or a JSON array.",
  objects: () => "One object, the flag repeated for more, or a JSON array.",
  open: (flag) => `A JSON object; or --${flag}.NAME TEXT for each member.`,
}

function boundsOf({ kind, schema }: Field): string {
  if (schema.enum !== undefined) return `One of ${schema.enum.map(String).join(", ")}.`
  if (kind === "text") return between(schema.minLength ?? 0, schema.maxLength, " characters")
  if (kind === "integer" || kind === "time") return between(schema.minimum ?? 0, schema.maximum, "")
  if (kind === "texts" || kind === "objects") return between(schema.minItems ?? 0, schema.maxItems, " entries")
  return ""
}

function between(least: number, most: number | undefined, unit: string): string {
  const from = least.toLocaleString("en")
  if (most === undefined || most === Number.MAX_SAFE_INTEGER) return `At least ${from}${unit}.`
  return `${from} to ${most.toLocaleString("en")}${unit}.`
}

function callersOf({ callers = ["root_key"], needs, mayNeed = [] }: Operation): string {
  const permissions = needs.length === 0 ? "" : ` with ${needs.join(" and ")}`
  const names = {
    operator: "an operator key",
    root_key: `a root key${permissions}`,
    api_key: "an API key, about itself",
  }
  const also = mayNeed.length === 0 ? "" : `; some requests also need ${mayNeed.join(", ")}`
  return `${callers.map((caller) => names[caller]).join(", or ")}${also}`
}

function ownLines({ name, paged, isDestructive }: Operation): string {
  return [
    ...(paged ? ["  --all                    Every page, not only the first.\n"] : []),
    ...(name === watched ? [`${watchHelp}\n`] : []),
    ...(isDestructive ? [`${consentHelp}\n`] : []),
  ].join("")
}

function connectionLines({ kind }: Operation): string {
  const lines = connectionHelp.split("\n")
  return lines.filter((line) => kind === "mutation" || !line.includes("--idempotency-key")).join("\n")
}
