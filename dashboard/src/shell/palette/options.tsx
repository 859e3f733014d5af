import { useEffect } from "react"
import { Icon } from "../../ui/icon.tsx"
import type { PaletteItem } from "./item.ts"
import css from "./palette.module.css"

interface OptionsProps {
  readonly items: readonly PaletteItem[]
  readonly active: number
  readonly onActive: (index: number) => void
  readonly onRun: (index: number) => void
}

export function optionId(index: number): string {
  return `palette-option-${index}`
}

/** The lines of the palette in their groups. The focus stays in the input, which names the active line. */
export function Options({ items, active, onActive, onRun }: OptionsProps) {
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: "nearest" })
  }, [active])
  const groups = [...new Set(items.map(({ group }) => group))]
  return (
    <div aria-label="Results" className={css.options} id="palette-options" role="listbox">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: A listbox groups its options this way.
        <div aria-label={group} key={group} role="group">
          <div aria-hidden="true" className={css.group}>
            {group}
          </div>
          {items.map(
            (item, index) =>
              item.group === group && (
                <Option
                  index={index}
                  isActive={index === active}
                  item={item}
                  key={item.id}
                  onActive={onActive}
                  onRun={onRun}
                />
              ),
          )}
        </div>
      ))}
    </div>
  )
}

interface OptionProps extends Pick<OptionsProps, "onActive" | "onRun"> {
  readonly item: PaletteItem
  readonly index: number
  readonly isActive: boolean
}

function Option({ item, index, isActive, onActive, onRun }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: The input handles the keys of its list.
    <div
      aria-selected={isActive}
      className={css.option}
      id={optionId(index)}
      onClick={() => onRun(index)}
      onMouseMove={() => onActive(index)}
      role="option"
      tabIndex={-1}
    >
      <Icon name={item.icon} />
      <span className={css.label}>{item.label}</span>
      {item.note && <span className={css.note}>{item.note}</span>}
    </div>
  )
}
