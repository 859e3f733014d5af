import type { EnteredNode } from "../storage/port/nodes.ts"
import { driftMs, leaseMs } from "./lease.ts"

/**
 * Tells which nodes are gone. Nobody believes the clock of the database for that, which may be set: a node whose entry
 * has not changed for the length of a lease, by the clock of whoever looks, has no lease any more.
 */
export interface Peers {
  /** Those of them that may be removed. */
  observe(others: readonly EnteredNode[]): readonly EnteredNode[]
}

interface Seen {
  readonly node: EnteredNode
  readonly since: number
}

export function createPeers(clock: () => number): Peers {
  let known = new Map<string, Seen>()
  return {
    observe(others) {
      const now = clock()
      known = new Map(others.map((node) => [node.id, seenBefore(known.get(node.id), node) ?? { node, since: now }]))
      return [...known.values()].filter(({ since }) => now - since > leaseMs + driftMs).map(({ node }) => node)
    },
  }
}

function seenBefore(seen: Seen | undefined, node: EnteredNode): Seen | undefined {
  return seen?.node.leaseEndsAt === node.leaseEndsAt ? seen : undefined
}
