import type { NodeState } from "../../storage/port/nodes.ts"
import { distribution, distributionSamples, type Family, gauge, histogram, observe } from "./families.ts"

/** Metrics of this process as a node of a cluster. */
export interface NodeMetrics {
  /** The time from a commit until the change has reached every node. */
  observeInvalidation(durationMs: number): void
  families(state: NodeState): readonly Family[]
}

const invalidationName = "keyward_invalidation_seconds"
const invalidationHelp = "Time from a commit until the change has reached every node."

const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

export function createNodeMetrics(): NodeMetrics {
  const durations = distribution(bounds)
  return {
    observeInvalidation: (durationMs) => void observe(durations, durationMs / 1000),
    families: ({ holdsLease, sinceRenewalMs, appliedSequence, behind, nodes }) => [
      histogram(invalidationName, invalidationHelp, distributionSamples(invalidationName, durations)),
      gauge("keyward_lease_held", "1 while this node may use its cache, otherwise 0.", holdsLease ? 1 : 0),
      gauge("keyward_lease_age_seconds", "Seconds since the lease was last renewed.", sinceRenewalMs / 1000),
      gauge("keyward_applied_sequence", "Number of the last event that has reached this node.", appliedSequence),
      gauge("keyward_events_behind", "Number of events that have not reached this node yet.", behind),
      gauge("keyward_nodes", "Number of nodes that serve the database, including this one.", nodes),
    ],
  }
}
