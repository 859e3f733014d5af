import type { Output } from "./command.ts"

interface Table extends Pick<Output, "paint"> {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Room there is; undefined where lines may be as long as they are. */
  readonly columns: number | undefined
}

const gap = 2
const leastWidth = 16
const id = /^[a-z]{2,4}_[1-9A-HJ-NP-Za-km-z]{22}$/

export function isId(text: string): boolean {
  return id.test(text)
}

/** A part of an id or of a time is of no use to anybody. */
function isIndivisible(text: string): boolean {
  return isId(text) || /^\d{4}-\d{2}-\d{2}T[\d:]{8}/.test(text)
}

/** Aligned columns. Where room is short, texts are cut, and columns at the end fall away. */
export function table({ head, rows, columns, paint }: Table): string {
  const natural = head.map((_, index) => Math.max(...[head, ...rows].map((row) => Bun.stringWidth(row[index] ?? ""))))
  const least = natural.map((width, index) =>
    rows.some((row) => isIndivisible(row[index] ?? "")) ? width : Math.min(width, leastWidth),
  )
  const count = columns === undefined ? head.length : fitting(least, columns)
  const widths = columns === undefined ? natural : shared(natural.slice(0, count), least.slice(0, count), columns)
  const [names = "", ...values] = [head, ...rows].map((row) => lineOf(row.slice(0, count), widths))
  const lines = [paint("bold", names), ...values]
  const hidden = head.slice(count)
  return hidden.length === 0
    ? lines.join("\n")
    : [...lines, paint("dim", `Not shown: ${hidden.join(", ")}; --json shows all.`)].join("\n")
}

/** How many columns fit if each gets the least it needs; the first is always shown. */
function fitting(least: readonly number[], columns: number): number {
  let used = 0
  const over = least.findIndex((width, index) => {
    used += width + (index === 0 ? 0 : gap)
    return used > columns
  })
  return over === -1 ? least.length : Math.max(1, over)
}

/** Everybody gets what they need least; the rest goes to the narrowest wishes first. */
function shared(natural: readonly number[], least: readonly number[], columns: number): number[] {
  const widths = [...least]
  let room = columns - gap * (widths.length - 1) - widths.reduce((sum, width) => sum + width, 0)
  const wishes = natural
    .map((width, index) => ({ index, wish: width - (least[index] ?? 0) }))
    .sort((one, other) => one.wish - other.wish)
  wishes.forEach(({ index, wish }, place) => {
    const share = Math.max(0, Math.min(wish, Math.floor(room / (wishes.length - place))))
    widths[index] = (widths[index] ?? 0) + share
    room -= share
  })
  return widths
}

function lineOf(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, index) => {
    const text = cut(cell, widths[index] ?? 0)
    return text + " ".repeat(Math.max(0, (widths[index] ?? 0) - Bun.stringWidth(text)))
  })
  return padded.join(" ".repeat(gap)).trimEnd()
}

function cut(text: string, width: number): string {
  if (Bun.stringWidth(text) <= width) return text
  let shown = ""
  for (const character of text) {
    if (Bun.stringWidth(shown + character) > width - 1) break
    shown += character
  }
  return `${shown}…`
}
