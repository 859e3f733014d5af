import type { Namespace } from "../../core/model.ts"
import { presentNamespace } from "../../core/wire.ts"
import { namespaceLine } from "../entries.ts"
import { type NamespaceEntry, namespaceEntry } from "../format.ts"
import { findEach, type ImportTarget } from "../import-target.ts"
import { built, type Kind, nothing, type Rival } from "./kind.ts"

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
  async listRivals(place, entries) {
    const rivals = await Promise.all(entries.map((entry) => findRival(place, entry)))
    return new Map(rivals.flat())
  },
  lineOf: namespaceLine,
  essence: (entry) => entry,
  content: ({ name }) => ({ name }),
  build: ({ entry: { kind: _kind, ...namespace } }) => built(namespace),
  async insert(tx, workspaceId, namespaces) {
    for (const namespace of namespaces) await tx.namespaces.insert(workspaceId, namespace)
  },
  eventOf: (namespace) => ({
    type: "ratelimit_namespace.created",
    resources: [{ type: "ratelimit_namespace", id: namespace.id }],
    after: presentNamespace(namespace),
  }),
  remember: ({ namespaces }, namespace) => namespaces.set(namespace.id, namespace),
}

async function findRival(
  { reads, workspaceId }: ImportTarget,
  { id, name }: NamespaceEntry,
): Promise<readonly (readonly [string, Rival<Namespace>])[]> {
  const rival = await reads.namespaces.findByName(workspaceId, name)
  if (rival !== undefined) {
    return [[id, { reason: `${rival.id} has the name ${JSON.stringify(name)} already`, standIn: rival }]]
  }
  const gone = await reads.namespaces.findGone(workspaceId, name)
  if (gone === undefined) return []
  return [[id, { reason: `the namespace ${JSON.stringify(name)} was deleted there, and its name stays taken` }]]
}
