/** Lines fit beside an editor. */
const width = 100

/** Two indented columns: the first as wide as its widest entry, the second wrapped at words. */
export function alignColumns(rows: readonly (readonly [string, string])[]): string {
  const widest = Math.max(0, ...rows.map(([name]) => name.length).filter((length) => length <= widestName))
  const indent = " ".repeat(widest + 4)
  return rows
    .map(([name, text]) => {
      const lines = broken(text, width - indent.length)
      const first = name.length > widest ? `  ${name}\n${indent}` : `  ${name.padEnd(widest)}  `
      return `${first}${lines.join(`\n${indent}`)}`.trimEnd()
    })
    .join("\n")
}

const widestName = 34

/** Text of several sentences, wrapped at words. */
export function paragraph(text: string): string {
  return broken(text, width).join("\n")
}

function broken(text: string, most: number): readonly string[] {
  const lines: string[] = []
  let line = ""
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > most) {
      lines.push(line)
      line = word
    } else {
      line = line === "" ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}

/** `1 event`, `2,000 events`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`
}

/** Converts `createIdentity` to `create-identity`; kebab-case stays unchanged. */
export function toKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter, index: number) => `${index === 0 ? "" : "-"}${letter.toLowerCase()}`)
}
