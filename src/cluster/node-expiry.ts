import type { NodeEntry } from "../storage/port/nodes.ts"
import { driftMs, leaseMs } from "./lease.ts"

/**
 * Finds nodes that are gone. The database clock may be set back, so each node uses its own clock: an entry that has not
 * changed for the length of a lease belongs to a node without a lease.
 */
export interface NodeExpiry {
  /** Returns the nodes that may be removed. */
  observe(others: readonly NodeEntry[]): readonly NodeEntry[]
}

interface SeenNode {
  readonly node: NodeEntry
  readonly since: number
}

export function createNodeExpiry(clock: () => number): NodeExpiry {
  let known = new Map<string, SeenNode>()
  return {
    observe(others) {
      const now = clock()
      known = new Map(others.map((node) => [node.id, seenBefore(known.get(node.id), node) ?? { node, since: now }]))
      return [...known.values()].filter(({ since }) => now - since > leaseMs + driftMs).map(({ node }) => node)
    },
  }
}

function seenBefore(seen: SeenNode | undefined, node: NodeEntry): SeenNode | undefined {
  return seen?.node.leaseEndsAt === node.leaseEndsAt ? seen : undefined
}
