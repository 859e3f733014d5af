import { findChainOwner } from "../core/installation.ts"
import { type Notice, noticeEvent } from "../core/notice.ts"
import type { Transaction, TransactionScope } from "../storage/port/store.ts"

/**
 * Notices are recorded in transactions of their workspace, and exactly once: the transaction that records one inserts its
 * mark, and the primary key of the marks lets one transaction do so, however many nodes have found the same.
 *
 *     await store.transaction(noticeScope(workspaceId, now), async (tx) => {
 *       // Read again what the notice says, then:
 *       await recordNotice(tx, notice)
 *     })
 */
export function noticeScope(workspaceId: string, now: number): TransactionScope {
  return { workspaceId, actor: { type: "system", id: "notice" }, requestId: null, now }
}

/** Records a notice unless it was recorded before, and returns whether it did. */
export async function recordNotice(tx: Transaction, notice: Notice): Promise<boolean> {
  const { type, workspaceId, mark, markedUntil } = notice
  // The chain of a deleted workspace has ended.
  if ((await findChainOwner(tx.workspaces, workspaceId)) === undefined) return false
  const [isNew] = await tx.notices.mark({ workspaceId, kind: type, marks: [mark], until: markedUntil })
  if (isNew === undefined) return false
  tx.record(noticeEvent(notice))
  return true
}
