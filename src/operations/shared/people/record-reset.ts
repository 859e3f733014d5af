import { installationChain } from "../../../core/event-chain.ts"
import type { Actor, Changes } from "../../../core/model.ts"
import type { User } from "../../../core/people.ts"
import type { Transaction } from "../../../storage/port/store.ts"

/** More workspaces of one user than this share the events of the first ones. */
const maxWorkspaces = 1_000

interface ResetEvent {
  readonly type: "reset.created" | "reset.used" | "reset.revoked"
  readonly changes: Changes
  /** Default: the caller. */
  readonly actor?: Actor
}

/** Records the event for operators, and in every workspace of the user, because it can change who acts there. */
export async function recordReset(tx: Transaction, { id }: User, { type, changes, actor }: ResetEvent): Promise<void> {
  const memberships = await tx.members.listOfUser(id, maxWorkspaces)
  const chains = [installationChain, ...memberships.map(({ workspace }) => workspace.id)]
  for (const workspaceId of chains.slice(1)) await tx.lockWorkspace(workspaceId)
  for (const workspaceId of chains) {
    tx.record({
      type,
      workspaceId,
      resources: [{ type: "user", id }],
      changes,
      ...(actor && { actor }),
    })
  }
}
