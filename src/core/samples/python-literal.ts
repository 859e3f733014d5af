import { jsonText } from "./json-text.ts"

/** The fields of a body as keyword arguments. Names below `meta` are the customer's own, and stay as they are. */
export function pythonArguments(body: object): string {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined)
  const args = fields.map(([name, value]) => {
    const toName = name === "meta" ? String : snakeCase
    return `${snakeCase(name)}=${pythonLiteral(value, "    ", toName)}`
  })
  return block(args, ["", ""], "")
}

/** `apiId` is `api_id`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** A JSON value as Python writes it. Texts are the same in both, because JSON escapes what Python would not accept. */
function pythonLiteral(value: unknown, indent: string, toName: (name: string) => string): string {
  // JSON has no NaN: it becomes null.
  if (value === null || (typeof value === "number" && !Number.isFinite(value))) return "None"
  if (value === true) return "True"
  if (value === false) return "False"
  if (typeof value !== "object") return jsonText(value)
  const inner = `${indent}    `
  if (Array.isArray(value)) {
    const items = value.map((item) => pythonLiteral(item, inner, toName))
    return block(items, ["[", "]"], indent)
  }
  const fields = Object.entries(value ?? {})
    .filter(([, field]) => field !== undefined)
    .map(([name, field]) => `${jsonText(toName(name))}: ${pythonLiteral(field, inner, toName)}`)
  return block(fields, ["{", "}"], indent)
}

const longestLine = 60

function block(lines: readonly string[], [start, end]: readonly [string, string], indent: string): string {
  const short = `${start}${lines.join(", ")}${end}`
  if (short.length <= longestLine && !short.includes("\n")) return short
  return `${start}\n${lines.map((line) => `${indent}    ${line},\n`).join("")}${indent}${end}`
}
