import type { Namespace, Override } from "../../core/model.ts"
import { presentOverride } from "../../core/wire.ts"
import { overrideResources } from "../../operations/shared/override-resources.ts"
import { overrideLine } from "../entries.ts"
import { type OverrideEntry, overrideEntry } from "../format.ts"
import type { ImportTarget } from "../import-target.ts"
import { of } from "../references.ts"
import { built, type Kind, nothing, type Rival } from "./kind.ts"

interface PlacedOverride extends Override {
  readonly namespace: Namespace
}

export const overrideKind: Kind<OverrideEntry, PlacedOverride> = {
  noun: "override",
  schema: overrideEntry,
  adapt: (entry, { idOf, standIns }) => {
    const namespaceId = idOf(entry.namespaceId)
    return { ...entry, id: idOf(entry.id), namespaceId: standIns.get(namespaceId) ?? namespaceId }
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
  async listRivals(place, entries) {
    return new Map((await Promise.all(entries.map((entry) => findRival(place, entry)))).flat())
  },
  lineOf: ({ namespace, ...override }) => overrideLine(namespace.id, override),
  essence: (entry) => entry,
  build: ({ entry: { kind: _kind, namespaceId, ...entry }, known }) =>
    built({ ...entry, namespace: of(known.namespaces, namespaceId) }),
  async insert(tx, _workspaceId, overrides) {
    for (const { namespace, ...override } of overrides) await tx.overrides.put(namespace.id, override)
  },
  eventOf: ({ namespace, ...override }) => ({
    type: "ratelimit_override.created",
    resources: overrideResources(override, namespace),
    after: presentOverride(override),
  }),
}

async function findRival(
  { reads }: ImportTarget,
  { id, namespaceId, identifier }: OverrideEntry,
): Promise<readonly (readonly [string, Rival<PlacedOverride>])[]> {
  const rival = await reads.overrides.find(namespaceId, identifier)
  if (rival !== undefined) return [[id, { reason: `${rival.id} overrides ${JSON.stringify(identifier)} already` }]]
  const deleted = await reads.overrides.findDeleted(namespaceId, identifier)
  if (deleted === undefined) return []
  const name = JSON.stringify(identifier)
  return [[id, { reason: `the override of ${name} was deleted there; ratelimit.setOverride brings it back` }]]
}
