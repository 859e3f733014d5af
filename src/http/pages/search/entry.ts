/** What a search can find, in the order in which equal results appear. `absent`: the nearest page for what Keyward lacks. */
export const kinds = ["operation", "guide", "error", "code", "object", "glossary", "absent"] as const
export type Kind = (typeof kinds)[number]

export interface SearchEntry {
  /** What a person recognizes: `keys.rerollKey`, "Rate limits", `key_not_found`. */
  readonly title: string
  /** Where it leads, with its anchor: `/docs/limits#credits`. */
  readonly path: string
  readonly kind: Kind
  /** One sentence below the title. */
  readonly text: string
  /** Further words that lead here, separated by spaces. They are not shown. */
  readonly words: string
  /** The other words of the page or section, each once. They count least, and are not shown. */
  readonly body: string
}

/** The body of `/search.json`. */
export interface SearchIndex {
  readonly entries: readonly SearchEntry[]
  /** Groups of words that mean the same here. */
  readonly synonyms: readonly (readonly string[])[]
}
