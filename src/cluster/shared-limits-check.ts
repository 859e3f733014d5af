import type { NodeEntry, Nodes } from "../storage/port/nodes.ts"

/** Each node would count rate limits separately. Users see the message. */
export class LimitsNotShared extends Error {
  constructor(nodeId: string) {
    super(
      `Another node (${nodeId}) serves this database, and nodes must share their rate limits. Set KEYWARD_REDIS_URL to the same server on all nodes, or stop the other node.`,
    )
    this.name = "LimitsNotShared"
  }
}

interface StartingNode {
  readonly nodes: Pick<Nodes, "readMembership">
  /** Nodes that joined before this one. */
  readonly predecessors: readonly NodeEntry[]
  readonly sharesLimits: boolean
}

const readAgainMs = 50

/**
 * Refuses to start beside a node with separate rate limits. A killed node stays listed until its lease ends and another
 * node removes it, so this waits until the other node either renews its lease or is gone.
 */
export async function requireSharedLimits({ nodes, predecessors, sharesLimits }: StartingNode): Promise<void> {
  let doubtful = predecessors.filter((node) => countsSeparately({ sharesLimits }, node))
  while (doubtful.length > 0) {
    await Bun.sleep(readAgainMs)
    const { entered } = await nodes.readMembership()
    const alive = entered.find((node) => doubtful.some((before) => isRenewed(before, node)))
    if (alive !== undefined) throw new LimitsNotShared(alive.id)
    doubtful = doubtful.filter(({ id }) => entered.some((node) => node.id === id))
  }
}

/** Whether two nodes would count the same limit twice. */
export function countsSeparately(
  one: Pick<NodeEntry, "sharesLimits">,
  other: Pick<NodeEntry, "sharesLimits">,
): boolean {
  return !(one.sharesLimits && other.sharesLimits)
}

function isRenewed(before: NodeEntry, after: NodeEntry): boolean {
  return before.id === after.id && before.leaseEndsAt !== after.leaseEndsAt
}
