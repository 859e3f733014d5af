import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react"
import { formatWhole } from "./format.ts"
import css from "./tabs.module.css"

interface TabsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly tabs: readonly { readonly value: Value; readonly label: string; readonly count?: number | undefined }[]
  readonly onChange: (value: Value) => void
  /** The panel of the chosen tab. */
  readonly children: ReactNode
}

const peek = 28

/** The parts of a page, one at a time. The arrow keys move between the tabs. */
export function Tabs<Value extends string>({ label, value, tabs, onChange, children }: TabsProps<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // On a phone not every tab fits. The next one shows a little, so that people see that there are more.
  useEffect(() => {
    const frame = list.current?.getBoundingClientRect()
    const tab = document.getElementById(`${id}-${value}`)?.getBoundingClientRect()
    if (frame === undefined || tab === undefined) return
    if (tab.right > frame.right) list.current?.scrollBy(tab.right - frame.right + peek, 0)
    else if (tab.left < frame.left) list.current?.scrollBy(tab.left - frame.left - peek, 0)
  }, [id, value])
  const move = (event: KeyboardEvent) => {
    const next = nextIndex(
      event.key,
      tabs.findIndex((tab) => tab.value === value),
      tabs.length,
    )
    const tab = next === undefined ? undefined : tabs[next]
    if (tab === undefined) return
    event.preventDefault()
    onChange(tab.value)
    list.current?.querySelectorAll("button")[next ?? 0]?.focus()
  }
  return (
    <>
      <div aria-label={label} className={css.list} onKeyDown={move} ref={list} role="tablist">
        {tabs.map((tab) => (
          <button
            aria-controls={`${id}-panel`}
            aria-selected={tab.value === value}
            className={css.tab}
            id={`${id}-${tab.value}`}
            key={tab.value}
            onClick={() => onChange(tab.value)}
            role="tab"
            tabIndex={tab.value === value ? 0 : -1}
            type="button"
          >
            {tab.label}
            {tab.count !== undefined && <span className={css.count}>{formatWhole(tab.count)}</span>}
          </button>
        ))}
      </div>
      <div aria-labelledby={`${id}-${value}`} className={css.panel} id={`${id}-panel`} role="tabpanel">
        {children}
      </div>
    </>
  )
}

function nextIndex(key: string, index: number, length: number): number | undefined {
  if (key === "ArrowRight") return (index + 1) % length
  if (key === "ArrowLeft") return (index - 1 + length) % length
  if (key === "Home") return 0
  return key === "End" ? length - 1 : undefined
}
