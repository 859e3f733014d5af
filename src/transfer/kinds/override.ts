import { z } from "zod"
import { duration, int, millis } from "../../contract/primitives.ts"
import { identifier, limitMaximum } from "../../contract/ratelimit.ts"
import type { Namespace, Override } from "../../core/model.ts"
import { toWireOverride } from "../../core/wire.ts"
import { overrideResources } from "../../operations/shared/limits/override-resources.ts"
import { idSchema } from "../line-fields.ts"
import { mustGet } from "../references.ts"
import { conflictsOf } from "./conflicts.ts"
import { built, insertEach, type Kind, readPages, standalone } from "./kind.ts"

const schema = z.strictObject({
  kind: z.literal("override"),
  id: idSchema("rlor"),
  namespaceId: idSchema("rlns"),
  identifier,
  limit: int(0, limitMaximum),
  duration,
  createdAt: millis,
})

interface NamespacedOverride extends Override {
  readonly namespace: Namespace
}

export const overrideKind: Kind<z.infer<typeof schema>, NamespacedOverride> = {
  ...standalone,
  name: "override",
  nouns: ["override", "overrides"],
  schema,
  async *read(reads, workspaceId) {
    for await (const namespaces of readPages((page) => reads.namespaces.list(workspaceId, page))) {
      for (const namespace of namespaces) {
        for await (const overrides of readPages((page) => reads.overrides.list(namespace.id, page))) {
          yield overrides.map((override) => ({ ...override, namespace }))
        }
      }
    }
  },
  lineOf: ({ id, namespace, ...override }) => ({ kind: "override", id, namespaceId: namespace.id, ...override }),
  adapt: (entry, { idOf, referenceTo }) => ({
    ...entry,
    id: idOf(entry.id),
    namespaceId: referenceTo(entry.namespaceId),
  }),
  references: ({ namespaceId }) => ({ namespaces: [namespaceId] }),
  claims: ({ namespaceId, identifier }) => [`override ${namespaceId} ${identifier}`],
  async listExisting({ reads, workspaceId }, _ids, entries) {
    const existing = await Promise.all(
      entries.map(async ({ id, namespaceId, identifier }) => {
        const namespace = await reads.namespaces.find(workspaceId, namespaceId)
        const override = namespace && (await reads.overrides.find(namespaceId, identifier))
        return namespace !== undefined && override?.id === id ? [{ ...override, namespace }] : []
      }),
    )
    return existing.flat()
  },
  listConflicts: ({ reads }, entries) =>
    conflictsOf(entries, async ({ namespaceId, identifier }) => {
      const quoted = JSON.stringify(identifier)
      const holder = await reads.overrides.find(namespaceId, identifier)
      if (holder !== undefined) return { reason: `${holder.id} already overrides ${quoted}` }
      if ((await reads.overrides.findDeleted(namespaceId, identifier)) === undefined) return undefined
      return {
        reason: `the override of ${quoted} was deleted in the target workspace; ratelimit.setOverride restores it`,
      }
    }),
  build: ({ entry: { kind: _kind, namespaceId, ...entry }, referenced }) =>
    built({ ...entry, namespace: mustGet(referenced.namespaces, namespaceId) }),
  insert: insertEach((tx, { namespace, ...override }) => tx.overrides.put(namespace.id, override)),
  eventOf: ({ namespace, ...override }) => ({
    type: "ratelimit_override.created",
    resources: overrideResources(override, namespace),
    changes: { before: null, after: toWireOverride(override) },
  }),
}
