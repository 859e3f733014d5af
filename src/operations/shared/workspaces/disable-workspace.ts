import type { DisableReason } from "../../../contract/disable-reasons.ts"
import { changesBetween } from "../../../core/changes.ts"
import type { Workspace } from "../../../core/model.ts"
import { toWireWorkspace } from "../../../core/wire.ts"
import type { Propagating } from "../../../storage/port/propagation.ts"
import type { Transaction } from "../../../storage/port/store.ts"
import type { ContextWith } from "../../context.ts"
import { WorkspaceQuotaExceeded } from "./workspace-quota-exceeded.ts"

interface DisableOptions {
  readonly reason: DisableReason
  readonly note: string | null
  readonly now: number
}

/** Idempotent: a disabled workspace keeps its reason and note, and no event is recorded. */
export async function disableWorkspace(
  tx: Transaction,
  workspace: Workspace,
  { reason, note, now }: DisableOptions,
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

interface RefusedCall extends Propagating, ContextWith<"store" | "now"> {
  /** The workspace at the start of the call; undefined for operators. */
  readonly workspace: Workspace | undefined
}

/** With `onExceeded: "disable"`, a call that exceeds a quota of the workspace fails and also disables the workspace. */
export async function disableAfterQuotaRefusal(call: RefusedCall, error: unknown): Promise<void> {
  const { store, workspace, now, onPropagated } = call
  if (workspace?.limits.onExceeded !== "disable") return
  if (!(error instanceof WorkspaceQuotaExceeded)) return
  const actor = { type: "system", id: "quota" } as const
  await store.transaction({ workspaceId: workspace.id, actor, requestId: null, now, onPropagated }, async (tx) => {
    const current = await tx.workspaces.find(workspace.id)
    if (current?.limits.onExceeded !== "disable") return
    await disableWorkspace(tx, current, { reason: "quota_exceeded", note: null, now })
  })
}
