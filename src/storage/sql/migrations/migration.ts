/** The few words in which the engines' data definition differs. */
export interface Vocabulary {
  readonly text: string
  readonly integer: string
  /** An ever-growing number as primary key. */
  readonly sequence: string
  table(name: string, columns: string): string
}

/** A step of the schema. Never edited once released: the next change is the next file. */
export interface Migration {
  readonly name: string
  readonly statements: (words: Vocabulary) => readonly string[]
}
