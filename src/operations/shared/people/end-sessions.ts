import { installationChain } from "../../../core/event-chain.ts"
import type { Actor } from "../../../core/model.ts"
import type { Session } from "../../../core/people.ts"
import type { Transaction } from "../../../storage/port/store.ts"

interface EndContext {
  readonly tx: Transaction
  /** Default: the caller. */
  readonly actor?: Actor
}

/** Returns false if the session had ended already. */
export async function endSession(
  context: EndContext,
  { id, userId }: Pick<Session, "id" | "userId">,
): Promise<boolean> {
  if (!(await context.tx.sessions.delete(id))) return false
  recordEnd(context, id, userId)
  return true
}

/** Ends all sessions of a user but one. Returns how many. */
export async function endSessionsOf(context: EndContext, userId: string, exceptId?: string): Promise<number> {
  const ended = await context.tx.sessions.deleteOfUser(userId, exceptId)
  for (const id of ended) recordEnd(context, id, userId)
  return ended.length
}

function recordEnd({ tx, actor }: EndContext, id: string, userId: string | null): void {
  tx.record({
    type: "session.revoked",
    workspaceId: installationChain,
    resources: [{ type: "session", id }, ...(userId === null ? [] : [{ type: "user" as const, id: userId }])],
    changes: { before: {}, after: null },
    ...(actor && { actor }),
  })
}
