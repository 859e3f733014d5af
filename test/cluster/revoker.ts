import type { Random } from "../harness/random.ts"
import type { Ask } from "./ask.ts"
import type { Cluster, Workspace } from "./cluster.ts"
import { revocations } from "./revocations.ts"
import { callsOn, revoke } from "./revoke.ts"

/** A client that makes one random revocation after the other, and asks every node without a pause. */
export interface Revoker {
  run(isOver: () => boolean): Promise<void>
  /** Acknowledged revocations. */
  readonly rounds: number
  readonly violations: readonly string[]
}

interface ClientOptions {
  readonly name: string
  readonly workspace: Workspace
  readonly cluster: Cluster
  readonly nodes: number
  /** Not `watched`, because requests after a revocation are refused with many codes. */
  readonly ask: Ask
  readonly random: Random
}

export function createRevoker({ name, workspace, cluster, nodes, ask, random }: ClientOptions): Revoker {
  const violations: string[] = []
  const [first, ...others] = revocations
  if (first === undefined) throw new Error("There is nothing to revoke.")
  let rounds = 0
  const revokeOnce = async (serial: string, isOver: () => boolean) => {
    const createWorkspace = () => cluster.createWorkspace(serial)
    const call = callsOn(ask, random.below(nodes), workspace.rootKey)
    const stage = { serial, workspace, createWorkspace, call }
    const revoked = await revoke({ ask, nodes, random, stage, isOver }, random.pick([first, ...others]))
    violations.push(...revoked.violations)
    if (revoked.result === "done") rounds += 1
  }
  return {
    get rounds() {
      return rounds
    },
    violations,
    async run(isOver) {
      // If a fault prevents the preparation of a case, the next case is tried.
      for (let serial = 0; !isOver(); serial++) await revokeOnce(`${name}-${serial}`, isOver).catch(() => Bun.sleep(20))
    },
  }
}
