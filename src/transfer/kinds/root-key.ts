import type { RootKey } from "../../core/model.ts"
import { toWireRootKey } from "../../core/wire.ts"
import { rootKeyLine } from "../entries.ts"
import { type RootKeyEntry, rootKeyEntry } from "../format.ts"
import { findEach } from "../import-target.ts"
import { listHashConflicts } from "./hash-conflicts.ts"
import { built, type Kind, nothing } from "./kind.ts"

export const rootKeyKind: Kind<RootKeyEntry, RootKey> = {
  noun: "root key",
  schema: rootKeyEntry,
  // Its permissions name ids of the file, so a root key is only imported with its original ids.
  adapt: (entry) => entry,
  references: () => ({}),
  partIds: () => nothing,
  claims: ({ hash }) => [`root key ${hash}`],
  listExisting: ({ reads, workspaceId }, entries) =>
    findEach(
      entries.map(({ id }) => id),
      (id) => reads.rootKeys.find(workspaceId, id),
    ),
  listConflicts: ({ reads }, entries) =>
    listHashConflicts(entries, {
      listTaken: reads.reserved.rootKeyHashes,
      reason: "a key or root key of this installation, possibly a deleted one, already has its hash",
    }),
  lineOf: rootKeyLine,
  comparable: ({ lastUsedAt: _lastUsedAt, ...entry }) => entry,
  build: ({ entry: { kind: _kind, ...entry }, session: { workspaceId } }) =>
    built({
      ...entry,
      workspaceId,
      name: entry.name ?? null,
      expires: entry.expires ?? null,
      updatedAt: entry.updatedAt ?? null,
      // Last-used times are stored separately.
      lastUsedAt: null,
    }),
  async insert(tx, _workspaceId, rootKeys) {
    for (const rootKey of rootKeys) await tx.rootKeys.insert(rootKey)
  },
  eventOf: (rootKey) => ({
    type: "root_key.created",
    resources: [{ type: "root_key", id: rootKey.id }],
    after: toWireRootKey(rootKey),
  }),
}
