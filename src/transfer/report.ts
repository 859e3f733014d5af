/** Why a line was not imported. */
export interface Refusal {
  readonly line: number
  /** The kind of object, such as "key". */
  readonly noun: string
  readonly id: string | undefined
  readonly reason: string
}

/** The result of one batch. */
export interface BatchResult {
  readonly imported: number
  /** Equal objects that already exist. */
  readonly unchanged: number
  readonly refused: readonly Refusal[]
  /** Last-used times by key id. */
  readonly lastUses: ReadonlyMap<string, number>
  /** The same of previous secrets. */
  readonly previousUses: ReadonlyMap<string, number>
}

/** The result of a whole import. */
export interface ImportSummary {
  readonly imported: ReadonlyMap<string, number>
  readonly unchanged: ReadonlyMap<string, number>
  /** Skipped on purpose, see docs/moving.md. */
  readonly skipped: ReadonlyMap<string, number>
  readonly refused: number
}
