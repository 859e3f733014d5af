/** A JSON value as Python writes it. JSON texts are valid in Python too. */
export function pythonLiteral(value: unknown, indent = ""): string {
  if (value === null) return "None"
  if (value === true) return "True"
  if (value === false) return "False"
  if (typeof value !== "object") return JSON.stringify(value)
  const inner = `${indent}    `
  if (Array.isArray(value)) {
    const items = value.map((item) => pythonLiteral(item, inner))
    return block(items, ["[", "]"], indent)
  }
  const fields = Object.entries(value ?? {}).map(
    ([name, field]) => `${JSON.stringify(name)}: ${pythonLiteral(field, inner)}`,
  )
  return block(fields, ["{", "}"], indent)
}

const longestLine = 60

function block(lines: readonly string[], [start, end]: readonly [string, string], indent: string): string {
  const short = `${start}${lines.join(", ")}${end}`
  if (short.length <= longestLine && !short.includes("\n")) return short
  return `${start}\n${lines.map((line) => `${indent}    ${line},\n`).join("")}${indent}${end}`
}
