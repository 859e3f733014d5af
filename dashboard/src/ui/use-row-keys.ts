import { useEffect, useEffectEvent, useState } from "react"
import { isTyping } from "./is-typing.ts"

interface RowKeys<Row> {
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly onOpen: (row: Row) => void
  /** Marks a row, or removes its mark. */
  readonly onMark?: ((key: string) => void) | undefined
}

/** `j` and `k` move through the rows of a table, Enter opens one, and `x` marks it. Returns the row that they act on. */
export function useRowKeys<Row>({ rows, rowKey, onOpen, onMark }: RowKeys<Row>): string | undefined {
  const [active, setActive] = useState<string>()
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
    if (isTyping(isBox(event.target) ? null : event.target)) return
    const index = rows.findIndex((row) => rowKey(row) === active)
    const row = rows[index]
    const step = { j: 1, k: -1 }[event.key]
    if (step !== undefined) move(Math.min(Math.max(index + step, 0), rows.length - 1))
    else if (row === undefined) return
    else if (event.key === "Enter" && !isOnControl(event.target)) onOpen(row)
    else if (event.key === "x" && onMark) onMark(rowKey(row))
    else return
    event.preventDefault()
  })
  const move = (index: number) => {
    const row = rows[index]
    if (row === undefined) return
    setActive(rowKey(row))
    document.querySelector(`[data-row="${CSS.escape(rowKey(row))}"]`)?.scrollIntoView({ block: "nearest" })
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => handle(event)
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [])
  return active
}

/** Nobody types into a box that was just marked. */
function isBox(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === "checkbox"
}

/** Enter belongs to the link or button that has the focus. */
function isOnControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("a, button, input, summary") !== null
}
