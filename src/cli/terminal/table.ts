import type { Output, Style } from "./output.ts"

interface Table extends Pick<Output, "paint"> {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Available width; undefined for no limit. */
  readonly columns: number | undefined
  /** The most important columns are dropped last; by default the first ones. */
  readonly importance?: readonly number[]
  styleOf?(head: string, text: string): Style | undefined
}

const gap = 2
const leastWidth = 10
const id = /^[a-z]{2,4}_[1-9A-HJ-NP-Za-km-z]{22}$/

export function isId(text: string): boolean {
  return id.test(text)
}

/** A part of an id or of a time is useless. */
function isIndivisible(text: string): boolean {
  return isId(text) || /^(\d{4}-\d{2}-\d{2}[T ])?\d{2}:\d{2}/.test(text)
}

/** Aligned columns. On a narrow terminal, texts are cut and the least important columns dropped. */
export function table({ head, rows, columns, paint, importance, styleOf }: Table): string {
  const natural = head.map((_, index) => Math.max(...[head, ...rows].map((row) => Bun.stringWidth(row[index] ?? ""))))
  const least = natural.map((width, index) =>
    rows.some((row) => isIndivisible(row[index] ?? "")) ? width : Math.min(width, leastWidth),
  )
  const kept = columns === undefined ? head.map((_, index) => index) : fitting(least, columns, importance)
  const only = <T>(row: readonly T[]): T[] => row.filter((_, index) => kept.includes(index))
  const widths = columns === undefined ? natural : shared(only(natural), only(least), columns)
  const names = only(head)
  const styled = (text: string, index: number, padded: string) => {
    const style = styleOf?.(names[index] ?? "", text)
    return style === undefined ? padded : paint(style, padded)
  }
  const lines = [paint("bold", lineOf(names, widths)), ...rows.map((row) => lineOf(only(row), widths, styled))]
  const hidden = head.filter((_, index) => !kept.includes(index))
  return hidden.length === 0
    ? lines.join("\n")
    : [...lines, paint("dim", `Not shown: ${hidden.join(", ")}. Choose with --columns, or use --json.`)].join("\n")
}

/** The columns that fit at their minimum width; at least one. */
function fitting(least: readonly number[], columns: number, importance?: readonly number[]): readonly number[] {
  const rank = (index: number) => importance?.[index] ?? -index
  let kept = least.map((_, index) => index)
  const needed = () => kept.reduce((sum, index) => sum + (least[index] ?? 0) + gap, -gap)
  while (kept.length > 1 && needed() > columns) {
    const worst = kept.reduce((one, other) => (rank(other) <= rank(one) ? other : one))
    kept = kept.filter((index) => index !== worst)
  }
  return kept
}

/** Every column gets its minimum; the rest goes first to the columns that need the least. */
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

type Styled = (text: string, index: number, shown: string) => string

function lineOf(cells: readonly string[], widths: readonly number[], styled: Styled = (_text, _index, shown) => shown) {
  const padded = cells.map((cell, index) => {
    const text = cut(cell, widths[index] ?? 0)
    const room = index === cells.length - 1 ? 0 : (widths[index] ?? 0) - Bun.stringWidth(text)
    return styled(cell, index, text) + " ".repeat(Math.max(0, room))
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
