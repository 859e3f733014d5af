import { z } from "zod"
import { externalId, meta } from "../../contract/primitives.ts"
import type { Identity } from "../../core/model.ts"
import { created } from "../../core/object-events.ts"
import { toWireIdentity, withNulls, withoutNulls } from "../../core/wire.ts"
import { idSchema, ratelimits, times } from "../line-fields.ts"
import { uniqueName } from "./conflicts.ts"
import { built, type Kind, readPages, standalone } from "./kind.ts"
import { ascendingByName, withoutIds } from "./ratelimits.ts"

const schema = z.strictObject({
  kind: z.literal("identity"),
  id: idSchema("id"),
  externalId,
  meta,
  ratelimits,
  ...times,
})

export const identityKind: Kind<z.infer<typeof schema>, Identity> = {
  ...standalone,
  name: "identity",
  nouns: ["identity", "identities"],
  schema,
  read: (reads, workspaceId) => readPages((page) => reads.identities.list(workspaceId, page)),
  lineOf: ({ workspaceId: _workspaceId, ratelimits, ...identity }) => ({
    kind: "identity",
    ...withoutNulls(identity),
    ratelimits: [...ratelimits],
  }),
  adapt: (entry, { idOf }) => ({
    ...entry,
    id: idOf(entry.id),
    ratelimits: entry.ratelimits.map((ratelimit) => ({ ...ratelimit, id: idOf(ratelimit.id) })),
  }),
  partIds: ({ ratelimits }) => ratelimits.map(({ id }) => id),
  listExisting: ({ reads, workspaceId }, ids) => reads.identities.listByIds(workspaceId, ids),
  ...uniqueName({
    noun: "identity",
    nameOf: ({ externalId }: Pick<Identity, "externalId">) => externalId,
    listHolders: ({ reads, workspaceId }, names) => reads.identities.listByExternalIds(workspaceId, names),
    explain: (name) => `has the externalId ${JSON.stringify(name)} already`,
  }),
  comparable: (entry) => ({ ...entry, ratelimits: ascendingByName(entry.ratelimits) }),
  content: ({ externalId, meta, ratelimits }) => ({ externalId, meta, ratelimits: withoutIds(ratelimits) }),
  build: ({ entry: { kind: _kind, ...entry }, session: { workspaceId } }) =>
    built({ ...withNulls(entry, "updatedAt"), workspaceId, ratelimits: ascendingByName(entry.ratelimits) }),
  insert: (tx, _workspaceId, identities) => tx.identities.insert(identities),
  eventOf: (identity) => created("identity", identity.id, toWireIdentity(identity)),
  // A dry run only needs to know that the identity exists, so large fields are dropped to save memory.
  remember: ({ identities }, identity) => identities.set(identity.id, { ...identity, meta: {}, ratelimits: [] }),
}
