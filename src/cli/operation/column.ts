/** A column of a list. */
export interface Column {
  readonly name: string
  /** Returns undefined if there is nothing to show. */
  read(entry: Entry, now: number): unknown
  /** On a narrow terminal, the least important columns are dropped first. */
  readonly importance: number
  /** A time, shown relative to now. */
  readonly isMoment?: true
  /** A time that a table shows as the clock on the wall said. */
  readonly isClock?: true
}

export type Entry = Readonly<Record<string, unknown>>
