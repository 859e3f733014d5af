import { Combobox as Base } from "@base-ui/react/combobox"
import { IconButton } from "./button.tsx"
import { classNames } from "./class-names.ts"
import css from "./filter-select.module.css"
import { Icon } from "./icon.tsx"
import list from "./multi-select.module.css"

interface FilterSelectProps {
  /** The name of the filter: "Customer". */
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  /** The results of the search. */
  readonly options: readonly string[]
  readonly search: string
  readonly onSearch: (text: string) => void
  /** Makes a value safe to show. */
  readonly show?: (value: string) => string
  /** The options are words instead of names from programs. */
  readonly isProse?: boolean
}

/** One of many as a filter: a button that opens a list with a search, and takes itself away again. */
export function FilterSelect(props: FilterSelectProps) {
  const { label, value, onChange, options, search, onSearch, show = String, isProse = false } = props
  return (
    <div className={classNames(css.filter, value !== undefined && css.set)}>
      <Base.Root
        autoHighlight
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
        <Base.Trigger aria-label={value === undefined ? label : `${label}: ${show(value)}`} className={css.trigger}>
          <span className={css.text}>{value === undefined ? label : `${label}: ${show(value)}`}</span>
          {value === undefined && <Icon name="down" />}
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
      {value !== undefined && (
        <IconButton
          icon="cross"
          label={`Remove the filter ${label}`}
          onClick={() => onChange(undefined)}
          size="small"
        />
      )}
    </div>
  )
}
