import type { NodeState } from "../../storage/port/nodes.ts"
import { distribution, distributionSamples, family, gauge, observe } from "./prometheus.ts"

/** What is measured of this process as one of the nodes that serve a database. */
export interface NodeMetrics {
  /** So long after its commit a change was known to every node. */
  observeInvalidation(durationMs: number): void
  text(state: NodeState): string
}

const invalidation = {
  name: "keyward_invalidation_seconds",
  type: "histogram",
  help: "Time from the commit of a change until every node knew of it.",
} as const

const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

export function createNodeMetrics(): NodeMetrics {
  const durations = distribution(bounds)
  return {
    observeInvalidation: (durationMs) => observe(durations, durationMs / 1000),
    text: ({ holdsLease, sinceRenewalMs, appliedSequence, behind, nodes }) =>
      [
        family(invalidation, distributionSamples(invalidation.name, durations)),
        gauge("keyward_lease_held", "1 while this node may answer from memory, else 0.", holdsLease ? 1 : 0),
        gauge("keyward_lease_age_seconds", "Seconds since the lease was last renewed.", sinceRenewalMs / 1000),
        gauge("keyward_applied_sequence", "Number of the last event this node knows of.", appliedSequence),
        gauge("keyward_events_behind", "Events of the database that this node does not know of yet.", behind),
        gauge("keyward_nodes", "Nodes that serve the database, this one included.", nodes),
      ].join(""),
  }
}
