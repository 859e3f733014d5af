/** Why a line was not imported. */
export interface Refusal {
  readonly line: number
  /** What the line was to become. */
  readonly noun: string
  readonly id: string | undefined
  readonly reason: string
}

/** What became of some lines of one kind. */
export interface Outcome {
  readonly imported: number
  /** Were there already, and equal. */
  readonly there: number
  readonly refused: readonly Refusal[]
  /** When keys that are there now were used last, by their ids. */
  readonly lastUses: ReadonlyMap<string, number>
}

/** What became of a file. */
export interface Tally {
  readonly imported: ReadonlyMap<string, number>
  readonly there: ReadonlyMap<string, number>
  /** By intention, see docs/moving.md. */
  readonly leftOut: ReadonlyMap<string, number>
  readonly refused: number
}
