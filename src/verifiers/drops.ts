import type { Concerned } from "../storage/port/propagation.ts"

/** What attached verifiers have not acknowledged: docs/verifier-protocol.md#what-the-server-does, rule 4. Changes wait for it. */
export interface VerifierDrops {
  /** Number of the last drop. */
  readonly latest: number
  /**
   * Numbers of the oldest drops that are not settled. A drop is settled when it is acknowledged, or the leases that were
   * sent before it are over.
   */
  unsettled(): Unsettled
  /** Resolves when every drop so far to verifiers of these workspaces is settled; undefined if they are. */
  whenSettled(workspaces: Concerned): Promise<void> | undefined
  /** Called after a step in which drops were settled. Returns what ends that. */
  onSettled(listener: () => void): () => void
  /** Tells every verifier to forget everything. */
  invalidateAll(): void
}

/** By workspace. */
export type Unsettled = ReadonlyMap<string, number>

/** Of a process that has no verifiers. */
export const noVerifierDrops: VerifierDrops = {
  latest: 0,
  unsettled: () => new Map(),
  whenSettled: () => undefined,
  onSettled: () => () => {},
  invalidateAll() {},
}
