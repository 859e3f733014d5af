import { UsageError } from "../failure.ts"

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** What was given is not repeated: it may hold a secret. */
export function parsed(what: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${what} is not well-formed JSON.`)
  }
}
