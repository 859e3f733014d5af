import type { Identity } from "../../core/model.ts"
import { toWireIdentity } from "../../core/wire.ts"
import { identityLine } from "../entries.ts"
import { type IdentityEntry, identityEntry } from "../format.ts"
import { built, type Kind } from "./kind.ts"
import { ascendingByName, withoutIds } from "./ratelimits.ts"

export const identityKind: Kind<IdentityEntry, Identity> = {
  noun: "identity",
  schema: identityEntry,
  adapt: (entry, { idOf }) => ({
    ...entry,
    id: idOf(entry.id),
    ratelimits: entry.ratelimits.map((ratelimit) => ({ ...ratelimit, id: idOf(ratelimit.id) })),
  }),
  references: () => ({}),
  partIds: ({ ratelimits }) => ratelimits.map(({ id }) => id),
  claims: ({ externalId }) => [`identity ${externalId}`],
  listExisting: ({ reads, workspaceId }, entries) =>
    reads.identities.listByIds(
      workspaceId,
      entries.map(({ id }) => id),
    ),
  async listConflicts({ reads, workspaceId }, entries) {
    const externalIds = entries.map(({ externalId }) => externalId)
    const conflicts = await reads.identities.listByExternalIds(workspaceId, externalIds)
    const byExternalId = new Map(conflicts.map((one) => [one.externalId, one]))
    return new Map(
      entries.flatMap(({ id, externalId }) => {
        const holder = byExternalId.get(externalId)
        if (holder === undefined) return []
        const reason = `${holder.id} has the externalId ${JSON.stringify(externalId)} already`
        return [[id, { reason, substitute: holder }] as const]
      }),
    )
  },
  lineOf: identityLine,
  comparable: (entry) => ({ ...entry, ratelimits: ascendingByName(entry.ratelimits) }),
  content: ({ externalId, meta, ratelimits }) => ({ externalId, meta, ratelimits: withoutIds(ratelimits) }),
  build: ({ entry: { kind: _kind, ...entry }, session: { workspaceId } }) =>
    built({
      ...entry,
      workspaceId,
      ratelimits: ascendingByName(entry.ratelimits),
      updatedAt: entry.updatedAt ?? null,
    }),
  insert: (tx, _workspaceId, identities) => tx.identities.insert(identities),
  eventOf: (identity) => ({
    type: "identity.created",
    resources: [{ type: "identity", id: identity.id }],
    after: toWireIdentity(identity),
  }),
  // A dry run only needs to know that the identity exists, so large fields are dropped to save memory.
  remember: ({ identities }, identity) => identities.set(identity.id, { ...identity, meta: {}, ratelimits: [] }),
}
