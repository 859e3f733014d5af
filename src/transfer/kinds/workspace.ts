import type { Workspace } from "../../core/model.ts"
import { toWireWorkspace } from "../../core/wire.ts"
import { workspaceLine } from "../entries.ts"
import { type WorkspaceEntry, workspaceEntry } from "../format.ts"
import { findEach } from "../import-target.ts"
import { built, type Kind, standalone } from "./kind.ts"

export const workspaceKind: Kind<WorkspaceEntry, Workspace> = {
  ...standalone,
  noun: "workspace",
  schema: workspaceEntry,
  adapt: (entry) => entry,
  listExisting: ({ reads }, entries) =>
    findEach(
      entries.map(({ id }) => id),
      (id) => reads.workspaces.find(id),
    ),
  lineOf: workspaceLine,
  comparable: (entry) => entry,
  build: ({ entry: { kind: _kind, ...entry } }) =>
    built({
      ...entry,
      disabledReason: entry.disabledReason ?? null,
      disabledNote: entry.disabledNote ?? null,
      disabledAt: entry.disabledAt ?? null,
      updatedAt: entry.updatedAt ?? null,
    }),
  async insert(tx, _workspaceId, workspaces) {
    for (const workspace of workspaces) await tx.workspaces.insert(workspace)
  },
  eventOf: (workspace) => ({
    type: "workspace.created",
    resources: [{ type: "workspace", id: workspace.id }],
    after: toWireWorkspace(workspace),
  }),
}
