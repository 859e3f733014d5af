import { z } from "zod"
import { description, roleName } from "../../contract/primitives.ts"
import { roleInEvent } from "../../core/event-content.ts"
import type { Role } from "../../core/model.ts"
import { withNulls, withoutNulls } from "../../core/nulls.ts"
import { created } from "../../core/object-events.ts"
import { ascendingBySlug } from "../../operations/shared/permissions/resolve-permissions.ts"
import { idSchema } from "../line-fields.ts"
import { mustGet } from "../references.ts"
import { uniqueName } from "./conflicts.ts"
import { built, insertEach, type Kind, readPages, standalone } from "./kind.ts"

const schema = z.strictObject({
  kind: z.literal("role"),
  id: idSchema("role"),
  name: roleName,
  description: description.optional(),
  permissions: z.array(idSchema("perm")),
})

export const roleKind: Kind<z.infer<typeof schema>, Role> = {
  ...standalone,
  name: "role",
  nouns: ["role", "roles"],
  schema,
  read: (reads, workspaceId) => readPages((page) => reads.roles.list(workspaceId, page)),
  lineOf: ({ permissions, ...role }) => ({
    kind: "role",
    ...withoutNulls(role),
    permissions: permissions.map(({ id }) => id),
  }),
  adapt: (entry, { idOf, referenceTo }) => ({
    ...entry,
    id: idOf(entry.id),
    permissions: entry.permissions.map(referenceTo),
  }),
  references: ({ permissions }) => ({ permissions }),
  listExisting: ({ reads, workspaceId }, ids) => reads.roles.listNamed(workspaceId, ids),
  ...uniqueName({
    noun: "role",
    nameOf: ({ name }: Pick<Role, "name">) => name,
    listHolders: ({ reads, workspaceId }, names) => reads.roles.listNamed(workspaceId, names),
    explain: (name) => `already has the name ${JSON.stringify(name)}`,
  }),
  comparable: (entry) => ({ ...entry, permissions: entry.permissions.toSorted() }),
  content: ({ name, description, permissions }) => ({ name, description, permissions: permissions.toSorted() }),
  build: ({ entry: { kind: _kind, ...entry }, referenced }) =>
    built({
      ...withNulls(entry, "description"),
      permissions: ascendingBySlug(entry.permissions.map((id) => mustGet(referenced.permissions, id))),
    }),
  insert: insertEach((tx, role, workspaceId) => tx.roles.insert(workspaceId, role)),
  eventOf: (role) => created("role", role.id, roleInEvent(role)),
  remember: ({ roles }, role) => roles.set(role.id, role),
}
