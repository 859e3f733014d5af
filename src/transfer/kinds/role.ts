import { roleInEvent } from "../../core/event-content.ts"
import type { Role } from "../../core/model.ts"
import { ascendingBySlug } from "../../operations/shared/resolve-permissions.ts"
import { roleLine } from "../entries.ts"
import { type RoleEntry, roleEntry } from "../format.ts"
import { mustGet } from "../references.ts"
import { built, type Kind, nothing } from "./kind.ts"

export const roleKind: Kind<RoleEntry, Role> = {
  noun: "role",
  schema: roleEntry,
  adapt: (entry, { idOf, substitutes }) => ({
    ...entry,
    id: idOf(entry.id),
    permissions: entry.permissions.map(idOf).map((id) => substitutes.get(id) ?? id),
  }),
  references: ({ permissions }) => ({ permissions }),
  partIds: () => nothing,
  claims: ({ name }) => [`role ${name}`],
  listExisting: ({ reads, workspaceId }, entries) =>
    reads.roles.listNamed(
      workspaceId,
      entries.map(({ id }) => id),
    ),
  async listConflicts({ reads, workspaceId }, entries) {
    const names = entries.map(({ name }) => name)
    const byName = new Map((await reads.roles.listNamed(workspaceId, names)).map((one) => [one.name, one]))
    return new Map(
      entries.flatMap(({ id, name }) => {
        const holder = byName.get(name)
        if (holder === undefined) return []
        return [
          [id, { reason: `${holder.id} already has the name ${JSON.stringify(name)}`, substitute: holder }] as const,
        ]
      }),
    )
  },
  lineOf: roleLine,
  comparable: (entry) => ({ ...entry, permissions: entry.permissions.toSorted() }),
  content: ({ name, description, permissions }) => ({ name, description, permissions: permissions.toSorted() }),
  build: ({ entry: { kind: _kind, ...entry }, referenced }) =>
    built({
      ...entry,
      description: entry.description ?? null,
      permissions: ascendingBySlug(entry.permissions.map((id) => mustGet(referenced.permissions, id))),
    }),
  async insert(tx, workspaceId, roles) {
    for (const role of roles) await tx.roles.insert(workspaceId, role)
  },
  eventOf: (role) => ({
    type: "role.created",
    resources: [{ type: "role", id: role.id }],
    after: roleInEvent(role),
  }),
  remember: ({ roles }, role) => roles.set(role.id, role),
}
