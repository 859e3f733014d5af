import type { Dependencies } from "./cache-dependencies.ts"

/** What the caches of one store share. */
export interface Memory {
  /** Maximum number of records per kind. */
  readonly maxEntries: number
  /** Maximum size of all records per kind. */
  readonly maxBytes: number
  readonly dependencies: Dependencies
  /** Whether the cache may be used now; otherwise every read goes to the store. */
  mayUseCache(): boolean
}
