import css from "./filter-select.module.css"
import { Icon } from "./icon.tsx"

export interface FilterSelectProps {
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

export function nameOf({ label, value, show = String }: FilterSelectProps): string {
  return value === undefined ? label : `${label}: ${show(value)}`
}

/** What the button of a filter says. */
export function FilterText(props: FilterSelectProps) {
  return (
    <>
      <span className={css.text}>{nameOf(props)}</span>
      {props.value === undefined && <Icon name="down" />}
    </>
  )
}
