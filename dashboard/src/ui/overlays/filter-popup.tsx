import { Combobox as Base } from "@base-ui/react/combobox"
import css from "../filter-select.module.css"
import { type FilterSelectProps, FilterText, nameOf } from "../filter-text.tsx"
import list from "../multi-select.module.css"

/** The list of a filter, open when it is first shown. */
export function FilterPopup(props: FilterSelectProps) {
  const { label, value, onChange, options, search, onSearch, show = String, isProse = false } = props
  return (
    <Base.Root
      autoHighlight
      defaultOpen
      filter={null}
      inputValue={search}
      items={options}
      onInputValueChange={onSearch}
      onValueChange={(chosen: string | null) => {
        // Escape closes the list. The button beside it removes the filter.
        if (chosen !== null) onChange(chosen)
      }}
      value={value ?? null}
    >
      <Base.Trigger aria-label={nameOf(props)} className={css.trigger}>
        <FilterText {...props} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="start" className={list.positioner} sideOffset={4}>
          <Base.Popup aria-label={label} className={list.popup}>
            <Base.Input
              aria-label={`Search: ${label}`}
              className={css.search}
              placeholder="Search"
              spellCheck={false}
            />
            <Base.Empty>
              <div className={list.empty}>Nothing found</div>
            </Base.Empty>
            <Base.List>
              {(one: string) => (
                <Base.Item className={list.item} key={one} value={one}>
                  <span className={isProse ? css.prose : list.text}>{show(one)}</span>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
