import { useParams } from "@tanstack/react-router"
import { useRef, useState } from "react"
import { Icon } from "../ui/icon.tsx"
import { Panel } from "../ui/panel.tsx"
import { Options, optionId } from "./palette/options.tsx"
import css from "./palette/palette.module.css"
import { useFound } from "./palette/use-found.ts"
import { useItems } from "./palette/use-items.ts"

interface PaletteProps {
  readonly onClose: () => void
  readonly onShortcuts: () => void
  /** The text that people have typed before this was here. */
  readonly typedEarly: string
}

/** Jumps to any page or object, and runs common actions. */
export default function Palette({ onClose, onShortcuts, typedEarly }: PaletteProps) {
  const { workspaceId } = useParams({ strict: false })
  const [text, setText] = useState(typedEarly)
  const [active, setActive] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const type = (next: string) => {
    setText(next)
    setActive(0)
  }
  const wanted = text.trim()
  // A whole key is replaced by its id, so that it is on the screen no longer than needed.
  const search = useFound(workspaceId, wanted, type)
  const items = useItems({ workspaceId, text: wanted, objects: wanted === "" ? [] : search.objects, onShortcuts })
  const chosen = Math.min(active, items.length - 1)
  const run = (index: number) => {
    const item = items[index]
    if (item === undefined) return
    onClose()
    item.onSelect()
  }
  return (
    <Panel
      backdropClassName={css.backdrop}
      className={css.popup}
      initialFocus={input}
      isOpen
      label="Search and jump"
      onClose={onClose}
    >
      <div className={css.line}>
        <Icon name="search" />
        <input
          aria-activedescendant={chosen >= 0 ? optionId(chosen) : undefined}
          aria-autocomplete="list"
          aria-controls="palette-options"
          aria-expanded
          aria-label="Search or jump to"
          autoComplete="off"
          className={css.input}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            const next = nextIndex(event.key, chosen, items.length)
            if (event.nativeEvent.isComposing) return
            if (event.key === "Enter") run(chosen)
            else if (next !== undefined) setActive(next)
            else return
            event.preventDefault()
          }}
          placeholder="A name, an id, a request, the beginning of a key or a whole key"
          ref={input}
          role="combobox"
          spellCheck={false}
          value={text}
        />
        <button className={css.close} onClick={onClose} type="button">
          Esc
        </button>
      </div>
      <Options active={chosen} items={items} onActive={setActive} onRun={run} />
      <div className={css.status} role="status">
        {search.error ?? statusOf(items.length, search.isBusy)}
      </div>
    </Panel>
  )
}

function statusOf(count: number, isBusy: boolean): string {
  if (isBusy) return "Searching …"
  return count === 0 ? "Nothing found. Names, ids and beginnings of keys are searched." : ""
}

function nextIndex(key: string, index: number, length: number): number | undefined {
  if (length === 0) return undefined
  if (key === "ArrowDown") return (index + 1) % length
  if (key === "ArrowUp") return (index - 1 + length) % length
  if (key === "PageDown") return Math.min(length - 1, index + 8)
  return key === "PageUp" ? Math.max(0, index - 8) : undefined
}
