import type { Random } from "../random.ts"
import type { Ask } from "./ask.ts"
import type { Cluster, Workspace } from "./cluster.ts"
import { revocations } from "./revocations.ts"
import { callsOn, revoke } from "./revoke.ts"

/** A client that takes away one thing after the other, of every kind, while it asks every node without a pause. */
export interface Revoker {
  run(isOver: () => boolean): Promise<void>
  /** Revocations that were answered as done. */
  readonly rounds: number
  readonly violations: readonly string[]
}

interface Place {
  readonly name: string
  readonly workspace: Workspace
  readonly cluster: Cluster
  readonly nodes: number
  /** As it is: what a revocation leaves behind is refused in many ways. */
  readonly ask: Ask
  readonly random: Random
}

export function createRevoker({ name, workspace, cluster, nodes, ask, random }: Place): Revoker {
  const violations: string[] = []
  const [first, ...others] = revocations
  if (first === undefined) throw new Error("There is nothing to take away.")
  let rounds = 0
  const revokeOnce = async (serial: string, isOver: () => boolean) => {
    const createWorkspace = () => cluster.createWorkspace(serial)
    const call = callsOn(ask, random.below(nodes), workspace.rootKey)
    const stage = { serial, workspace, createWorkspace, call }
    const revoked = await revoke({ ask, nodes, random, stage, isOver }, random.pick([first, ...others]))
    violations.push(...revoked.violations)
    if (revoked.fate === "done") rounds += 1
  }
  return {
    get rounds() {
      return rounds
    },
    violations,
    async run(isOver) {
      // What a fault keeps from being prepared is left, and the next one is tried.
      for (let serial = 0; !isOver(); serial++) await revokeOnce(`${name}-${serial}`, isOver).catch(() => Bun.sleep(20))
    },
  }
}
