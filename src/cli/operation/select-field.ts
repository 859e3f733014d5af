import type { z } from "zod"
import { printable } from "../../core/printable.ts"
import { UsageError } from "../failure.ts"
import { isObject } from "../terminal/json.ts"
import { outputFields } from "./fields.ts"

/** Checked before the call, because a new key that is not printed is lost. */
export function requireField(output: z.ZodType, path: string): void {
  const fields = outputFields(output)
  const [first = ""] = path.split(".")
  if (fields.length === 0 || fields.includes(first)) return
  throw new UsageError(`--only has no field ${JSON.stringify(first)}. The response has ${fields.join(", ")}.`)
}

/** Prints one field of the response for scripts. For a list, prints that field of each entry on its own line. */
export function selectField(data: unknown, path: string): string {
  const entries = Array.isArray(data) ? data : [data]
  const found = entries.map((entry) => fieldAt(entry, path)).filter((value) => value !== undefined)
  if (found.length === 0 && entries.length > 0)
    throw new Error(`This response has no ${path}. --json shows every field.`)
  return found.map(plain).join("\n")
}

function fieldAt(data: unknown, path: string): unknown {
  return path.split(".").reduce((inner, field) => (isObject(inner) ? inner[field] : undefined), data)
}

function plain(value: unknown): string {
  return printable(typeof value === "string" ? value : JSON.stringify(value))
}
