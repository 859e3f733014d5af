import { jsonText } from "./json-text.ts"

/** A JSON value as Python writes it. Texts are the same in both, because JSON escapes what Python would not accept. */
export function pythonLiteral(value: unknown, indent = ""): string {
  // JSON has no NaN: it becomes null.
  if (value === null || (typeof value === "number" && !Number.isFinite(value))) return "None"
  if (value === true) return "True"
  if (value === false) return "False"
  if (typeof value !== "object") return jsonText(value)
  const inner = `${indent}    `
  if (Array.isArray(value)) {
    const items = value.map((item) => pythonLiteral(item, inner))
    return block(items, ["[", "]"], indent)
  }
  const fields = Object.entries(value ?? {})
    .filter(([, field]) => field !== undefined)
    .map(([name, field]) => `${jsonText(name)}: ${pythonLiteral(field, inner)}`)
  return block(fields, ["{", "}"], indent)
}

const longestLine = 60

function block(lines: readonly string[], [start, end]: readonly [string, string], indent: string): string {
  const short = `${start}${lines.join(", ")}${end}`
  if (short.length <= longestLine && !short.includes("\n")) return short
  return `${start}\n${lines.map((line) => `${indent}    ${line},\n`).join("")}${indent}${end}`
}
