/** Comments are at most this wide, without their indentation. */
const width = 92

/** A comment of Go. Its parts are paragraphs; a part that begins with a tab is code. */
export function comment(parts: readonly string[], indent = ""): string {
  return parts
    .filter((part) => part !== "")
    .map((part) => (part.startsWith("\t") ? part.split("\n") : wrap(part)))
    .map((lines) =>
      lines.map((line) => `${indent}//${line.startsWith("\t") || line === "" ? "" : " "}${line}\n`).join(""),
    )
    .join(`${indent}//\n`)
}

function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}
