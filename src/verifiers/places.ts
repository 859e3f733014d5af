/** Shares the places for verifiers out among workspaces. While some are free, any workspace may take them. */
export interface Places<Holder> {
  readonly taken: number
  /**
   * Finds a place for one more of this workspace. If none is free, it is the newest of the workspace with the most, which must
   * have at least two more. Undefined if there is none.
   */
  find(workspaceId: string): { readonly from: Holder | undefined } | undefined
  take(holder: Holder, workspaceId: string): void
  leave(holder: Holder): void
}

export function createPlaces<Holder>(count: number): Places<Holder> {
  /** Oldest first. */
  const workspaceOf = new Map<Holder, string>()
  return {
    get taken() {
      return workspaceOf.size
    },
    find(workspaceId) {
      if (workspaceOf.size < count) return { from: undefined }
      const byWorkspace = Map.groupBy(workspaceOf.keys(), (holder) => workspaceOf.get(holder))
      const [largest = []] = [...byWorkspace.values()].sort((one, other) => other.length - one.length)
      const own = byWorkspace.get(workspaceId) ?? []
      return largest.length < own.length + 2 ? undefined : { from: largest.at(-1) }
    },
    take: (holder, workspaceId) => void workspaceOf.set(holder, workspaceId),
    leave: (holder) => void workspaceOf.delete(holder),
  }
}
