import type { SearchEntry, SearchIndex } from "./entry.ts"

/** The source, for an import with `{ type: "text" }`. */
declare const text: string
export default text

/** The entries that match all words of the query, the best first. */
export function rank(query: string, index: SearchIndex, limit?: number): SearchEntry[]
