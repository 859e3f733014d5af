import { UsageError } from "../failure.ts"

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** The error does not quote the text, because it may contain a secret. */
export function parsed(what: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${what} is not well-formed JSON.`)
  }
}
