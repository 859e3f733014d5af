/** What can be damaged. On PostgreSQL, the verification log is part of the database. */
export type StoredFile = "database" | "verification_log"

/** Something that cannot be read, as in `index keys_by_hash`. */
export interface Damage {
  /** Absent if the database did not say where it is. */
  readonly place?: string
  /** In the words of the database. */
  readonly detail: string
}

export type OnDamage = (damage: Damage) => void
