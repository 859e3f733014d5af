import { z } from "zod"
import { millis, text } from "../../contract/primitives.ts"
import type { Namespace } from "../../core/model.ts"
import { created } from "../../core/object-events.ts"
import { toWireNamespace } from "../../core/wire.ts"
import { findEach } from "../import-target.ts"
import { idSchema } from "../line-fields.ts"
import { conflictsOf } from "./conflicts.ts"
import { built, insertEach, type Kind, readPages, standalone } from "./kind.ts"

const schema = z.strictObject({
  kind: z.literal("namespace"),
  id: idSchema("rlns"),
  name: text(1, 512),
  createdAt: millis,
})

export const namespaceKind: Kind<z.infer<typeof schema>, Namespace> = {
  ...standalone,
  name: "namespace",
  nouns: ["namespace", "namespaces"],
  schema,
  read: (reads, workspaceId) => readPages((page) => reads.namespaces.list(workspaceId, page)),
  lineOf: (namespace) => ({ kind: "namespace", ...namespace }),
  claims: ({ name }) => [`namespace ${name}`],
  listExisting: ({ reads, workspaceId }, ids) => findEach(ids, (id) => reads.namespaces.find(workspaceId, id)),
  listConflicts: ({ reads, workspaceId }, entries) =>
    conflictsOf(entries, async ({ name }) => {
      const quoted = JSON.stringify(name)
      const holder = await reads.namespaces.findByName(workspaceId, name)
      if (holder !== undefined) return { reason: `${holder.id} already has the name ${quoted}`, substitute: holder }
      if ((await reads.namespaces.findDeleted(workspaceId, name)) === undefined) return undefined
      return { reason: `the namespace ${quoted} was deleted in the target workspace, and its name stays reserved` }
    }),
  content: ({ name }) => ({ name }),
  build: ({ entry: { kind: _kind, ...namespace } }) => built(namespace),
  insert: insertEach((tx, namespace, workspaceId) => tx.namespaces.insert(workspaceId, namespace)),
  eventOf: (namespace) => created("ratelimit_namespace", namespace.id, toWireNamespace(namespace)),
  remember: ({ namespaces }, namespace) => namespaces.set(namespace.id, namespace),
}
