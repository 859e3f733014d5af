import { jsonText } from "../../parts/fields/json-text.ts"

/** A JSON value as Python writes it. Texts are the same in both, because JSON escapes what Python would not accept. */
export function pythonLiteral(value: unknown, indent = ""): string {
  if (value === null || (typeof value === "number" && !Number.isFinite(value))) return "None"
  if (value === true) return "True"
  if (value === false) return "False"
  if (typeof value !== "object") return jsonText(value)
  const inner = `${indent}    `
  if (Array.isArray(value)) {
    return block(
      value.map((item) => pythonLiteral(item, inner)),
      ["[", "]"],
      indent,
    )
  }
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return block(
    fields.map(([name, field]) => `${jsonText(name)}: ${pythonLiteral(field, inner)}`),
    ["{", "}"],
    indent,
  )
}

function block(lines: readonly string[], [start, end]: readonly [string, string], indent: string): string {
  if (lines.length === 0) return `${start}${end}`
  return `${start}\n${lines.map((line) => `${indent}    ${line},\n`).join("")}${indent}${end}`
}
