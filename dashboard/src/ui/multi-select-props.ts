export interface Option {
  readonly value: string
  readonly note?: string | undefined
}

export interface MultiSelectProps {
  readonly id?: string
  readonly "aria-describedby"?: string
  readonly "aria-invalid"?: true
  readonly "aria-label"?: string
  readonly placeholder?: string
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
  /** The results of the search. */
  readonly options: readonly Option[]
  readonly search: string
  readonly onSearch: (text: string) => void
  /** The note beside a searched text that is no option, if it may be chosen nevertheless. */
  readonly newNote?: string
  readonly emptyText: string
  /** Makes a value safe to show. */
  readonly show?: (value: string) => string
}
