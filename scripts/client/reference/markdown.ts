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
