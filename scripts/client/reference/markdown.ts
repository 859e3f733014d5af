import type { Field } from "./read-interface.ts"

/** A vertical bar would end its cell. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|")
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n")
}

export function fieldTable(fields: readonly Field[]): string {
  return table(
    ["field", "type", "meaning"],
    fields.map(({ name, type, description }) => [`\`${name}\``, `\`${type}\``, description]),
  )
}

/** Replaces what is between two marks of a page that people write. */
export function between(text: string, mark: string, content: string): string {
  const [start, end] = [`<!-- ${mark} -->\n`, `\n<!-- /${mark} -->`]
  const from = text.indexOf(start) + start.length
  const to = text.indexOf(end, from - 1)
  if (from < start.length || to < 0) throw new Error(`There are no marks for ${mark}.`)
  return text.slice(0, from) + content + text.slice(to)
}

/** For objects inside another one, which start in their own line. */
const innerColumns = 70

/** A JSON value as people write it in TypeScript, on one line if that fits into the columns. */
export function literal(value: unknown, columns: number, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{ ", " }"]
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, innerColumns, inner))
    : Object.entries(value).map(([name, item]) => `${nameOf(name)}: ${literal(item, innerColumns, inner)}`)
  if (parts.length === 0) return Array.isArray(value) ? "[]" : "{}"
  const short = `${open}${parts.join(", ")}${close}`
  if (short.length <= columns && !short.includes("\n")) return short
  return `${open.trim()}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close.trim()}`
}

function nameOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}
