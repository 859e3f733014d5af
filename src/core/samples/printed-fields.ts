/** What a sample prints of the response, if not all of it. */
export interface PrintedFields {
  readonly fields: readonly string[]
  /** A comment behind the line that prints. */
  readonly note: string
}
