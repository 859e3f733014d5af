/**
 * Whether a block shows what really came out. Ids, keys, hashes, times, durations and ports differ from run to run and count as
 * equal; `…` stands for anything. JSON may leave members out.
 */
export function isShown(shown: string, language: string, output: string): boolean {
  return language === "json" ? isShownJson(shown, output) : isShownText(shown, output)
}

function isShownText(shown: string, output: string): boolean {
  const pattern = masked(shown)
    .split("…")
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join("[^]*?")
  return new RegExp(`^${pattern}$`).test(masked(output))
}

function isShownJson(shown: string, output: string): boolean {
  const expected = parsed(shown)
  const candidates = [output, ...output.trim().split("\n").reverse()].map(parsed)
  const found = candidates.find((candidate) => candidate !== undefined)
  return expected !== undefined && found !== undefined && agrees(expected, found)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function agrees(shown: unknown, real: unknown): boolean {
  if (typeof shown === "string") return typeof real === "string" && isShownText(shown, real)
  if (Array.isArray(shown))
    return (
      Array.isArray(real) && shown.length === real.length && shown.every((entry, index) => agrees(entry, real[index]))
    )
  if (typeof shown === "object" && shown !== null) {
    if (typeof real !== "object" || real === null) return false
    const members = new Map<string, unknown>(Object.entries(real))
    return Object.entries(shown).every(([member, value]) => agrees(value, members.get(member)))
  }
  return shown === real || (isMoment(shown) && isMoment(real))
}

function isMoment(value: unknown): boolean {
  return typeof value === "number" && value > 1_600_000_000_000
}

/** What differs from run to run, replaced by its kind; runs of spaces, which align columns, become one. */
function masked(text: string): string {
  return text
    .replace(/\b([a-z]{2,4})_[1-9A-HJ-NP-Za-km-z]{22}\b/g, "$1_<id>")
    .replace(/(?<![\w+/])[\w+/]{43}=/g, "<hash>")
    .replace(/\b([A-Za-z0-9_]+_)?[0-9A-Za-z]{28,}\b/g, "$1<key>")
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replace(/\b1[6-9]\d{11}\b/g, "<moment>")
    .replace(/\b\d+(\.\d+)? ?(ms|s|KiB|MiB)\b/g, "<some> $2")
    .replace(/\blocalhost:\d+/g, "localhost:<port>")
    .replace(/[ \t]+/g, " ")
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .trim()
}
