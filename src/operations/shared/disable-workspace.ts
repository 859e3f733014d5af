import type { DisableReason } from "../../contract/workspace.ts"
import { changesBetween } from "../../core/changes.ts"
import type { Workspace } from "../../core/model.ts"
import { toWireWorkspace } from "../../core/wire.ts"
import type { Transaction } from "../../storage/port/store.ts"

interface Disabling {
  readonly reason: DisableReason
  readonly note: string | null
  readonly now: number
}

/** Idempotent: a disabled workspace keeps its reason and note, and nothing is recorded. */
export async function disableWorkspace(
  tx: Transaction,
  workspace: Workspace,
  { reason, note, now }: Disabling,
): Promise<Workspace> {
  if (!workspace.enabled) return workspace
  const disabled: Workspace = {
    ...workspace,
    enabled: false,
    disabledReason: reason,
    disabledNote: note,
    disabledAt: now,
    updatedAt: now,
  }
  await tx.workspaces.update(disabled)
  const changes = changesBetween(toWireWorkspace(workspace), toWireWorkspace(disabled))
  if (changes) {
    const resources = [{ type: "workspace", id: workspace.id }] as const
    tx.record({ type: "workspace.disabled", workspaceId: workspace.id, resources, changes })
  }
  return disabled
}

/** What a refusal by quota does to a workspace that asked for it. */
export async function disableForQuota(tx: Transaction, workspaceId: string, now: number): Promise<void> {
  const workspace = await tx.workspaces.find(workspaceId)
  if (workspace?.limits.onExceeded !== "disable") return
  await disableWorkspace(tx, workspace, { reason: "quota_exceeded", note: null, now })
}
