import type { SearchEntry, SearchIndex } from "./entry.ts"

/** The source, for an import with `{ type: "text" }`. */
declare const text: string
export default text

export interface Found {
  /** The best first. */
  readonly entries: readonly SearchEntry[]
  /** False if no entry has all words of the query: the entries are what comes nearest. */
  readonly matchesAll: boolean
}

/** Prepares the index for many queries. */
export function createSearch(index: SearchIndex): (query: string, limit?: number) => Found

/** The words of a text, in lower case. */
export function wordsOf(text: string): string[]

/** The part that the forms of a word share. */
export function stem(word: string): string
