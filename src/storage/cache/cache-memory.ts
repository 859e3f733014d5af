import type { Dependencies } from "./cache-dependencies.ts"

/** What the caches of one store share. */
export interface Memory {
  /** Records of each kind. */
  readonly maxEntries: number
  /** All records of each kind together. */
  readonly maxBytes: number
  readonly dependencies: Dependencies
  /** Whether memory may answer at this moment; while it may not, every read goes through to the store. */
  mayUseCache(): boolean
}
