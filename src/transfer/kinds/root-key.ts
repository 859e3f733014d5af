import { z } from "zod"
import { expiry, millis, name } from "../../contract/primitives.ts"
import { isGrant } from "../../core/grants.ts"
import type { RootKey } from "../../core/model.ts"
import { withNulls, withoutNulls } from "../../core/nulls.ts"
import { created } from "../../core/object-events.ts"
import { toWireRootKey } from "../../core/wire.ts"
import { findEach } from "../import-target.ts"
import { hash, idSchema, start, times } from "../line-fields.ts"
import { hashConflicts } from "./conflicts.ts"
import { built, insertEach, type Kind, readPages, standalone } from "./kind.ts"

const schema = z.strictObject({
  kind: z.literal("rootKey"),
  id: idSchema("rk"),
  hash,
  start,
  name: name.optional(),
  enabled: z.boolean(),
  permissions: z.array(z.string().refine(isGrant, { error: "must be `*` or a management permission" })).min(1),
  expires: expiry.optional(),
  createdBy: idSchema("usr").optional(),
  ...times,
  lastUsedAt: millis.optional(),
})

export const rootKeyKind: Kind<z.infer<typeof schema>, RootKey> = {
  ...standalone,
  name: "rootKey",
  nouns: ["root key", "root keys"],
  schema,
  isRuledByTarget: true,
  lastUses: "rootKeys",
  read: (reads, workspaceId) => readPages((page) => reads.rootKeys.list(workspaceId, page)),
  lineOf: ({ workspaceId: _workspaceId, permissions, ...rootKey }) => ({
    kind: "rootKey",
    ...withoutNulls(rootKey),
    permissions: [...permissions],
  }),
  // Its permissions name ids of the file, so a root key is only imported with its original ids.
  adapt: (entry) => entry,
  claims: ({ hash }) => [`root key ${hash}`],
  listExisting: ({ reads, workspaceId }, ids) => findEach(ids, (id) => reads.rootKeys.find(workspaceId, id)),
  listConflicts: ({ reads }, entries) =>
    hashConflicts(
      entries.map(({ id, hash }) => ({ id, hashes: [hash] })),
      reads.reserved.rootKeyHashes,
      "a key or root key of this installation, possibly a deleted one, already has its hash",
    ),
  comparable: ({ lastUsedAt: _lastUsedAt, ...entry }) => entry,
  build: ({ entry: { kind: _kind, ...entry }, session: { workspaceId } }) =>
    // Last-used times are stored separately.
    built({ ...withNulls(entry, "name", "expires", "createdBy", "updatedAt"), workspaceId, lastUsedAt: null }),
  insert: insertEach((tx, rootKey) => tx.rootKeys.insert(rootKey)),
  eventOf: (rootKey) => created("root_key", rootKey.id, toWireRootKey(rootKey)),
}
