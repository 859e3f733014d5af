import type { Permission } from "../../core/model.ts"
import { toWirePermission } from "../../core/wire.ts"
import { permissionLine } from "../entries.ts"
import { type PermissionEntry, permissionEntry } from "../format.ts"
import { built, type Kind, nothing } from "./kind.ts"

export const permissionKind: Kind<PermissionEntry, Permission> = {
  noun: "permission",
  schema: permissionEntry,
  adapt: (entry, { idOf }) => ({ ...entry, id: idOf(entry.id) }),
  references: () => ({}),
  partIds: () => nothing,
  claims: ({ slug }) => [`permission ${slug}`],
  listExisting: ({ reads, workspaceId }, entries) =>
    reads.permissions.listNamed(
      workspaceId,
      entries.map(({ id }) => id),
    ),
  async listConflicts({ reads, workspaceId }, entries) {
    const slugs = entries.map(({ slug }) => slug)
    const bySlug = new Map((await reads.permissions.listNamed(workspaceId, slugs)).map((one) => [one.slug, one]))
    return new Map(
      entries.flatMap(({ id, slug }) => {
        const holder = bySlug.get(slug)
        if (holder === undefined) return []
        return [[id, { reason: `${holder.id} already has the slug \`${slug}\``, substitute: holder }] as const]
      }),
    )
  },
  lineOf: permissionLine,
  comparable: (entry) => entry,
  content: ({ slug, name, description }) => ({ slug, name, description }),
  build: ({ entry: { kind: _kind, ...entry } }) => built({ ...entry, description: entry.description ?? null }),
  insert: (tx, workspaceId, permissions) => tx.permissions.insert(workspaceId, permissions),
  eventOf: (permission) => ({
    type: "permission.created",
    resources: [{ type: "permission", id: permission.id }],
    after: toWirePermission(permission),
  }),
  remember: ({ permissions }, permission) => permissions.set(permission.id, permission),
}
