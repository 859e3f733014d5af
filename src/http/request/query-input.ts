import { invalidInput } from "../../contract/errors.ts"

/** Converts query parameters to the same object that a JSON body would contain. */
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

/** Other text than decimal digits stays a string, so that the schema refuses it. */
function number(text: string): number | string {
  return /^\d{1,16}$/.test(text) ? Number(text) : text
}
