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
  return Object.fromEntries([...parameters].map(([name, value]) => [name, parameterValue(name, value)]))
}

const booleans: readonly string[] = ["enabled", "countKeys", "count"]

/** Other text stays a string, so that the schema refuses it. */
function parameterValue(name: string, text: string): unknown {
  if (name === "limit") return number(text)
  if (name === "types") return text.split(",")
  if (booleans.includes(name) && (text === "true" || text === "false")) return text === "true"
  return text
}

function number(text: string): number | string {
  return /^\d{1,16}$/.test(text) ? Number(text) : text
}
