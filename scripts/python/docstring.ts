/** Lines of Python are at most this long, as in the settings of ruff. */
const lineLength = 100

/** A docstring with its indentation. The first part is one line, if it fits. */
export function docstring(parts: readonly string[], indent: string): string {
  const [summary = "", ...others] = parts.filter((part) => part !== "").map(escaped)
  const opening = wrap(`"""${summary}`, indent)
  if (others.length === 0 && `${opening}"""`.length <= lineLength && !opening.includes("\n")) return `${opening}"""\n`
  return [opening, ...others.map((part) => `\n${wrapLines(part, indent)}`), `${indent}"""`, ""].join("\n")
}

/** Code stays as it is. */
function wrapLines(text: string, indent: string): string {
  if (text.startsWith("Example:")) return text.replaceAll(/^(?=.)/gm, indent)
  return text
    .split("\n")
    .map((line) => {
      const [own = ""] = /^ */.exec(line) ?? []
      return wrap(line.trim(), indent + own)
    })
    .join("\n")
}

/** Breaks a text at spaces. Lines after the first are indented deeper if the text is an entry of a list. */
function wrap(text: string, indent: string): string {
  const lines: string[] = []
  const hanging = /^\w+: /.test(text) && indent.length > 0 ? `${indent}    ` : indent
  let line = indent
  for (const word of text.split(" ")) {
    const isFirst = line.trim() === ""
    if (!isFirst && line.length + 1 + word.length > lineLength) {
      lines.push(line)
      line = hanging + word
    } else line += isFirst ? word : ` ${word}`
  }
  return [...lines, line].map((one) => one.trimEnd()).join("\n")
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"')
}
