export interface PageQuery {
  readonly limit: number
  readonly after: string | undefined
}

export interface SearchQuery extends PageQuery {
  readonly search: string | undefined
  /** The newest first; `after` is then the last id of the page before, too. */
  readonly isDescending?: boolean
}

/** The place of an object in a sorted list. Text is cut; null is last in both directions. */
export interface SortedPlace {
  readonly id: string
  readonly value: string | number | null
}

/** Objects of a workspace that can be searched. */
export interface Listed<Item> {
  find(workspaceId: string, id: string): Promise<Item | undefined>
  list(workspaceId: string, query: SearchQuery): Promise<readonly Item[]>
}

/** A deleted object keeps its row. */
export interface Kept<Item> {
  insert(item: Item): Promise<void>
  update(item: Item): Promise<void>
  delete(id: string, now: number): Promise<void>
}

/** A quota, and the objects that a change adds. */
export interface QuotaCheck {
  readonly additional: number
  readonly limit: number
  readonly now: number
}
