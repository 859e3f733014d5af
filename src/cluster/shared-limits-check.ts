import type { EnteredNode, Nodes } from "../storage/port/nodes.ts"

/** Rate limits would be counted by each node for itself. The message is shown as it is. */
export class UncountedCompany extends Error {
  constructor(nodeId: string) {
    super(
      `Another node (${nodeId}) serves this database, and nodes that run together have to share their rate limits: set KEYWARD_REDIS_URL to the same server on all of them, or stop the other one.`,
    )
    this.name = "UncountedCompany"
  }
}

interface Newcomer {
  readonly nodes: Pick<Nodes, "look">
  /** Those that were there before it. */
  readonly predecessors: readonly EnteredNode[]
  readonly sharesLimits: boolean
}

const lookAgainMs = 50

/**
 * Refuses to be the second node where not both share their rate limits. One that was killed seems to be there until its
 * lease has run out and somebody has removed it, so this waits for that or for a sign of life.
 */
export async function requireGoodCompany({ nodes, predecessors, sharesLimits }: Newcomer): Promise<void> {
  let doubtful = predecessors.filter((node) => countsApart({ sharesLimits }, node))
  while (doubtful.length > 0) {
    await Bun.sleep(lookAgainMs)
    const { entered } = await nodes.look()
    const alive = entered.find((node) => doubtful.some((before) => isRenewed(before, node)))
    if (alive !== undefined) throw new UncountedCompany(alive.id)
    doubtful = doubtful.filter(({ id }) => entered.some((node) => node.id === id))
  }
}

/** Whether a limit would be counted twice where both of them serve. */
export function countsApart(one: Pick<EnteredNode, "sharesLimits">, other: Pick<EnteredNode, "sharesLimits">): boolean {
  return !(one.sharesLimits && other.sharesLimits)
}

function isRenewed(before: EnteredNode, after: EnteredNode): boolean {
  return before.id === after.id && before.leaseEndsAt !== after.leaseEndsAt
}
