import { z } from "zod"
import { millis, text } from "../../contract/primitives.ts"
import { disableReason, limits, noticeSettings, workspaceName } from "../../contract/workspace.ts"
import { canonicalJson } from "../../core/canonical-json.ts"
import type { Workspace } from "../../core/model.ts"
import { defaultNotices } from "../../core/notice-settings.ts"
import { withNulls, withoutNulls } from "../../core/nulls.ts"
import { created } from "../../core/object-events.ts"
import { toWireWorkspace } from "../../core/wire.ts"
import { findEach } from "../import-target.ts"
import { idSchema, times } from "../line-fields.ts"
import { built, insertEach, type Kind, standalone } from "./kind.ts"

export const workspaceEntry = z.strictObject({
  kind: z.literal("workspace"),
  id: idSchema("ws"),
  name: workspaceName,
  enabled: z.boolean(),
  disabledReason: disableReason.optional(),
  disabledNote: text(1, 1000).optional(),
  disabledAt: millis.optional(),
  limits: z.strictObject(limits.shape),
  /** Absent: the defaults. */
  notices: noticeSettings.optional(),
  ...times,
})

export type WorkspaceEntry = z.infer<typeof workspaceEntry>

export const workspaceKind: Kind<WorkspaceEntry, Workspace> = {
  ...standalone,
  name: "workspace",
  nouns: ["workspace", "workspaces"],
  schema: workspaceEntry,
  isRuledByTarget: true,
  async *read(reads, workspaceId) {
    const workspace = await reads.workspaces.find(workspaceId)
    if (workspace === undefined) throw new Error(`There is no workspace ${workspaceId}.`)
    yield [workspace]
  },
  lineOf: ({ limits, notices, ...workspace }) => ({
    kind: "workspace",
    ...withoutNulls(workspace),
    limits: { ...limits },
    ...(canonicalJson(notices) === canonicalJson(defaultNotices) ? {} : { notices: noticeSettings.parse(notices) }),
  }),
  adapt: (entry) => entry,
  listExisting: ({ reads }, ids) => findEach(ids, (id) => reads.workspaces.find(id)),
  build: ({ entry: { kind: _kind, ...entry } }) =>
    built({
      ...withNulls(entry, "disabledReason", "disabledNote", "disabledAt", "updatedAt"),
      notices: entry.notices ?? defaultNotices,
    }),
  insert: insertEach((tx, workspace) => tx.workspaces.insert(workspace)),
  eventOf: (workspace) => created("workspace", workspace.id, toWireWorkspace(workspace)),
}
