import type { Namespace, Override } from "../../core/model.ts"
import { toWireOverride } from "../../core/wire.ts"
import { overrideResources } from "../../operations/shared/override-resources.ts"
import { overrideLine } from "../entries.ts"
import { type OverrideEntry, overrideEntry } from "../format.ts"
import type { ImportTarget } from "../import-target.ts"
import { mustGet } from "../references.ts"
import { built, type Conflict, type Kind, nothing } from "./kind.ts"

interface NamespacedOverride extends Override {
  readonly namespace: Namespace
}

export const overrideKind: Kind<OverrideEntry, NamespacedOverride> = {
  noun: "override",
  schema: overrideEntry,
  adapt: (entry, { idOf, substitutes }) => {
    const namespaceId = idOf(entry.namespaceId)
    return { ...entry, id: idOf(entry.id), namespaceId: substitutes.get(namespaceId) ?? namespaceId }
  },
  references: ({ namespaceId }) => ({ namespaces: [namespaceId] }),
  partIds: () => nothing,
  claims: ({ namespaceId, identifier }) => [`override ${namespaceId} ${identifier}`],
  async listExisting({ reads, workspaceId }, entries) {
    const existing = await Promise.all(
      entries.map(async ({ id, namespaceId, identifier }) => {
        const namespace = await reads.namespaces.find(workspaceId, namespaceId)
        const override = namespace && (await reads.overrides.find(namespaceId, identifier))
        return namespace !== undefined && override?.id === id ? [{ ...override, namespace }] : []
      }),
    )
    return existing.flat()
  },
  async listConflicts(target, entries) {
    return new Map((await Promise.all(entries.map((entry) => findConflict(target, entry)))).flat())
  },
  lineOf: ({ namespace, ...override }) => overrideLine(namespace.id, override),
  comparable: (entry) => entry,
  build: ({ entry: { kind: _kind, namespaceId, ...entry }, referenced }) =>
    built({ ...entry, namespace: mustGet(referenced.namespaces, namespaceId) }),
  async insert(tx, _workspaceId, overrides) {
    for (const { namespace, ...override } of overrides) await tx.overrides.put(namespace.id, override)
  },
  eventOf: ({ namespace, ...override }) => ({
    type: "ratelimit_override.created",
    resources: overrideResources(override, namespace),
    after: toWireOverride(override),
  }),
}

async function findConflict(
  { reads }: ImportTarget,
  { id, namespaceId, identifier }: OverrideEntry,
): Promise<readonly (readonly [string, Conflict<NamespacedOverride>])[]> {
  const holder = await reads.overrides.find(namespaceId, identifier)
  if (holder !== undefined) return [[id, { reason: `${holder.id} already overrides ${JSON.stringify(identifier)}` }]]
  const deleted = await reads.overrides.findDeleted(namespaceId, identifier)
  if (deleted === undefined) return []
  const name = JSON.stringify(identifier)
  return [
    [id, { reason: `the override of ${name} was deleted in the target workspace; ratelimit.setOverride restores it` }],
  ]
}
