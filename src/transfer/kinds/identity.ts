import { z } from "zod"
import { permissionsPerIdentity } from "../../contract/permission.ts"
import { externalId, meta } from "../../contract/primitives.ts"
import type { Identity } from "../../core/model.ts"
import { created } from "../../core/object-events.ts"
import { toWireIdentity, withNulls, withoutNulls } from "../../core/wire.ts"
import { ascendingBySlug } from "../../operations/shared/permissions/resolve-permissions.ts"
import { idSchema, ratelimits, times } from "../line-fields.ts"
import { mustGet } from "../references.ts"
import { uniqueName } from "./conflicts.ts"
import { built, type Kind, readPages, standalone } from "./kind.ts"
import { ascendingByName, withoutIds } from "./ratelimits.ts"

const schema = z.strictObject({
  kind: z.literal("identity"),
  id: idSchema("id"),
  externalId,
  /** Absent up to version 3. */
  enabled: z.boolean().default(true),
  meta,
  /** Absent up to version 3. */
  permissions: z.array(idSchema("perm")).max(permissionsPerIdentity).default([]),
  ratelimits,
  ...times,
})

export const identityKind: Kind<z.infer<typeof schema>, Identity> = {
  ...standalone,
  name: "identity",
  nouns: ["identity", "identities"],
  schema,
  read: (reads, workspaceId) => readPages((page) => reads.identities.list(workspaceId, page)),
  lineOf: ({ workspaceId: _workspaceId, permissions, ratelimits, ...identity }) => ({
    kind: "identity",
    ...withoutNulls(identity),
    permissions: permissions.map(({ id }) => id),
    ratelimits: [...ratelimits],
  }),
  adapt: (entry, { idOf, referenceTo }) => ({
    ...entry,
    id: idOf(entry.id),
    permissions: entry.permissions.map(referenceTo),
    ratelimits: entry.ratelimits.map((ratelimit) => ({ ...ratelimit, id: idOf(ratelimit.id) })),
  }),
  references: ({ permissions }) => ({ permissions }),
  partIds: ({ ratelimits }) => ratelimits.map(({ id }) => id),
  listExisting: ({ reads, workspaceId }, ids) => reads.identities.listByIds(workspaceId, ids),
  ...uniqueName({
    noun: "identity",
    nameOf: ({ externalId }: Pick<Identity, "externalId">) => externalId,
    listHolders: ({ reads, workspaceId }, names) => reads.identities.listByExternalIds(workspaceId, names),
    explain: (name) => `has the externalId ${JSON.stringify(name)} already`,
  }),
  comparable: (entry) => ({
    ...entry,
    permissions: entry.permissions.toSorted(),
    ratelimits: ascendingByName(entry.ratelimits),
  }),
  content: ({ externalId, enabled, meta, permissions, ratelimits }) => ({
    externalId,
    enabled,
    meta,
    permissions: permissions.toSorted(),
    ratelimits: withoutIds(ratelimits),
  }),
  build: ({ entry: { kind: _kind, ...entry }, referenced, session: { workspaceId } }) =>
    built({
      ...withNulls(entry, "updatedAt"),
      workspaceId,
      permissions: ascendingBySlug(entry.permissions.map((id) => mustGet(referenced.permissions, id))),
      ratelimits: ascendingByName(entry.ratelimits),
    }),
  insert: (tx, _workspaceId, identities) => tx.identities.insert(identities),
  eventOf: (identity) => created("identity", identity.id, toWireIdentity(identity)),
  // A dry run only needs to know that the identity exists, so large fields are dropped to save memory.
  remember: ({ identities }, identity) =>
    identities.set(identity.id, { ...identity, meta: {}, permissions: [], ratelimits: [] }),
}
