/** Which part of the log a caller follows. */
export interface FollowedEvents {
  /** undefined means all workspaces, which only an operator may follow. */
  readonly workspaceId: string | undefined
  /** undefined means all types, those of later versions included. */
  readonly types: readonly string[] | undefined
  /** The number of the last event that the caller has, or had missed when it began. */
  readonly after: number
  /** The number of the newest event of all workspaces when the caller began. */
  readonly latest: number
}
