export interface Propagated {
  /** From the commit until the change had reached every node. */
  readonly durationMs: number
  /** Undefined if a node did not acknowledge the change in time. It no longer answers from memory. */
  readonly nodes: number | undefined
}

export interface Propagating {
  /** Called when every node has applied the change, if the caller waited for that. */
  readonly onPropagated?: ((propagated: Propagated) => void) | undefined
}

/** The workspaces to which changes belong. Only verifiers of these can hold what the changes have made stale. */
export type Concerned = readonly string[] | "all"
