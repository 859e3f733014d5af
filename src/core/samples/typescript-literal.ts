import { jsonText } from "./json-text.ts"

interface Columns {
  /** For the value itself, which may follow other text in its line. */
  readonly outer: number
  /** For values inside others, which start in their own line. */
  readonly inner: number
}

/** A JSON value as people write it in TypeScript, on one line if that fits into the columns. */
export function typescriptLiteral(value: unknown, { outer, inner }: Columns, indent = ""): string {
  if (typeof value !== "object" || value === null) return jsonText(value)
  const deeper = `${indent}  `
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{ ", " }"]
  const parts = Array.isArray(value)
    ? value.map((item) => typescriptLiteral(item, { outer: inner, inner }, deeper))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([name, item]) => `${nameOf(name)}: ${typescriptLiteral(item, { outer: inner, inner }, deeper)}`)
  if (parts.length === 0) return Array.isArray(value) ? "[]" : "{}"
  const short = `${open}${parts.join(", ")}${close}`
  if (short.length <= outer && !short.includes("\n")) return short
  return `${open.trim()}\n${parts.map((part) => `${deeper}${part},\n`).join("")}${indent}${close.trim()}`
}

/** Names that need no quotes have none, as a formatter would write them. */
function nameOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : jsonText(name)
}
