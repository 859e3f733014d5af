import type { RootKey } from "../../core/model.ts"
import { presentRootKey } from "../../core/wire.ts"
import { rootKeyLine } from "../entries.ts"
import { type RootKeyEntry, rootKeyEntry } from "../format.ts"
import { findEach } from "../import-target.ts"
import { built, type Kind, nothing } from "./kind.ts"
import { refuseTaken } from "./taken-hashes.ts"

export const rootKeyKind: Kind<RootKeyEntry, RootKey> = {
  noun: "root key",
  schema: rootKeyEntry,
  // What it may do is said with ids of the file, so that it keeps them all or stays behind.
  adapt: (entry) => entry,
  references: () => ({}),
  partIds: () => nothing,
  claims: ({ hash }) => [`root key ${hash}`],
  listExisting: ({ reads, workspaceId }, entries) =>
    findEach(
      entries.map(({ id }) => id),
      (id) => reads.rootKeys.find(workspaceId, id),
    ),
  listRivals: ({ reads }, entries) =>
    refuseTaken(entries, {
      listTaken: reads.taken.rootKeyHashes,
      reason: "a root key of this installation, perhaps a deleted one, or a key that it minted has its hash already",
    }),
  lineOf: rootKeyLine,
  essence: ({ lastUsedAt: _lastUsedAt, ...entry }) => entry,
  build: ({ entry: { kind: _kind, ...entry }, session: { workspaceId } }) =>
    built({
      ...entry,
      workspaceId,
      name: entry.name ?? null,
      expires: entry.expires ?? null,
      updatedAt: entry.updatedAt ?? null,
      // Uses are stored apart from keys.
      lastUsedAt: null,
    }),
  async insert(tx, _workspaceId, rootKeys) {
    for (const rootKey of rootKeys) await tx.rootKeys.insert(rootKey)
  },
  eventOf: (rootKey) => ({
    type: "root_key.created",
    resources: [{ type: "root_key", id: rootKey.id }],
    after: presentRootKey(rootKey),
  }),
}
