import { invalidInput } from "../../contract/errors.ts"

/** Query parameters as the object that the JSON form of the operation would carry. */
export function queryInput(parameters: URLSearchParams): Record<string, unknown> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const name of parameters.keys()) {
    if (seen.has(name)) repeated.add(name)
    seen.add(name)
  }
  if (repeated.size > 0) {
    throw invalidInput(...[...repeated].map((name) => ({ location: `query.${name}`, message: "must not be repeated" })))
  }
  return Object.fromEntries([...parameters].map(([name, value]) => [name, name === "limit" ? number(value) : value]))
}

/** What is not written in decimal digits stays text, and the schema refuses it. */
function number(text: string): number | string {
  return /^\d{1,16}$/.test(text) ? Number(text) : text
}
