import type { z } from "zod"
import { UsageError } from "../failure.ts"
import { isObject } from "../terminal/json.ts"
import { printable } from "../terminal/render.ts"
import { membersOfOutput } from "./fields.ts"

/** Checked before the call, because a new key that is not printed is lost. */
export function requireMember(output: z.ZodType, path: string): void {
  const members = membersOfOutput(output)
  const [first = ""] = path.split(".")
  if (members.length === 0 || members.includes(first)) return
  throw new UsageError(`--only has no field ${JSON.stringify(first)}. The response has ${members.join(", ")}.`)
}

/** One member of the answer for a script to go on with; of a list, that member of each entry, line by line. */
export function onlyMember(data: unknown, path: string): string {
  const entries = Array.isArray(data) ? data : [data]
  const found = entries.map((entry) => memberAt(entry, path)).filter((value) => value !== undefined)
  if (found.length === 0 && entries.length > 0)
    throw new Error(`This response has no ${path}. --json shows every field.`)
  return found.map(plain).join("\n")
}

function memberAt(data: unknown, path: string): unknown {
  return path.split(".").reduce((inner, member) => (isObject(inner) ? inner[member] : undefined), data)
}

function plain(value: unknown): string {
  return printable(typeof value === "string" ? value : JSON.stringify(value))
}
