// The text of a response with the colours of code on the server's pages. Every part is a text node, never markup.
const token = /("(?:[^"\\]|\\.)*"(?=\s*:))|("(?:[^"\\]|\\.)*")|\b(true|false|null)\b|(-?\b\d[\d.eE+-]*\b)/g
const classes = ["tk-name", "tk-string", "tk-keyword", "tk-number"]

export function jsonView(text) {
  const code = document.createElement("code")
  let end = 0
  for (const match of text.matchAll(token)) {
    const kind = match.slice(1).findIndex((group) => group !== undefined)
    const span = document.createElement("span")
    span.className = classes[kind]
    span.textContent = match[0]
    code.append(text.slice(end, match.index), span)
    end = match.index + match[0].length
  }
  code.append(text.slice(end))
  const pre = document.createElement("pre")
  pre.tabIndex = 0
  pre.append(code)
  return pre
}

export function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
