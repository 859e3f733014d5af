import type { Namespace } from "../../core/model.ts"
import { toWireNamespace } from "../../core/wire.ts"
import { namespaceLine } from "../entries.ts"
import { type NamespaceEntry, namespaceEntry } from "../format.ts"
import { findEach, type ImportTarget } from "../import-target.ts"
import { built, type Conflict, type Kind, nothing } from "./kind.ts"

export const namespaceKind: Kind<NamespaceEntry, Namespace> = {
  noun: "namespace",
  schema: namespaceEntry,
  adapt: (entry, { idOf }) => ({ ...entry, id: idOf(entry.id) }),
  references: () => ({}),
  partIds: () => nothing,
  claims: ({ name }) => [`namespace ${name}`],
  listExisting: ({ reads, workspaceId }, entries) =>
    findEach(
      entries.map(({ id }) => id),
      (id) => reads.namespaces.find(workspaceId, id),
    ),
  async listConflicts(target, entries) {
    const conflicts = await Promise.all(entries.map((entry) => findConflict(target, entry)))
    return new Map(conflicts.flat())
  },
  lineOf: namespaceLine,
  comparable: (entry) => entry,
  content: ({ name }) => ({ name }),
  build: ({ entry: { kind: _kind, ...namespace } }) => built(namespace),
  async insert(tx, workspaceId, namespaces) {
    for (const namespace of namespaces) await tx.namespaces.insert(workspaceId, namespace)
  },
  eventOf: (namespace) => ({
    type: "ratelimit_namespace.created",
    resources: [{ type: "ratelimit_namespace", id: namespace.id }],
    after: toWireNamespace(namespace),
  }),
  remember: ({ namespaces }, namespace) => namespaces.set(namespace.id, namespace),
}

async function findConflict(
  { reads, workspaceId }: ImportTarget,
  { id, name }: NamespaceEntry,
): Promise<readonly (readonly [string, Conflict<Namespace>])[]> {
  const holder = await reads.namespaces.findByName(workspaceId, name)
  if (holder !== undefined) {
    return [[id, { reason: `${holder.id} already has the name ${JSON.stringify(name)}`, substitute: holder }]]
  }
  const gone = await reads.namespaces.findDeleted(workspaceId, name)
  if (gone === undefined) return []
  return [
    [
      id,
      {
        reason: `the namespace ${JSON.stringify(name)} was deleted in the target workspace, and its name stays reserved`,
      },
    ],
  ]
}
