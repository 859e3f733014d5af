import { z } from "zod"
import { description, slug, text } from "../../contract/primitives.ts"
import type { Permission } from "../../core/model.ts"
import { withNulls, withoutNulls } from "../../core/nulls.ts"
import { created } from "../../core/object-events.ts"
import { toWirePermission } from "../../core/wire.ts"
import { idSchema } from "../line-fields.ts"
import { uniqueName } from "./conflicts.ts"
import { built, type Kind, readPages, standalone } from "./kind.ts"

const schema = z.strictObject({
  kind: z.literal("permission"),
  id: idSchema("perm"),
  slug,
  name: text(1, 512),
  description: description.optional(),
})

export const permissionKind: Kind<z.infer<typeof schema>, Permission> = {
  ...standalone,
  name: "permission",
  nouns: ["permission", "permissions"],
  schema,
  read: (reads, workspaceId) => readPages((page) => reads.permissions.list(workspaceId, page)),
  lineOf: (permission) => ({ kind: "permission", ...withoutNulls(permission) }),
  listExisting: ({ reads, workspaceId }, ids) => reads.permissions.listNamed(workspaceId, ids),
  ...uniqueName({
    noun: "permission",
    nameOf: ({ slug }: Pick<Permission, "slug">) => slug,
    listHolders: ({ reads, workspaceId }, slugs) => reads.permissions.listNamed(workspaceId, slugs),
    explain: (slug) => `already has the slug \`${slug}\``,
  }),
  content: ({ slug, name, description }) => ({ slug, name, description }),
  build: ({ entry: { kind: _kind, ...entry } }) => built(withNulls(entry, "description")),
  insert: (tx, workspaceId, permissions) => tx.permissions.insert(workspaceId, permissions),
  eventOf: (permission) => created("permission", permission.id, toWirePermission(permission)),
  remember: ({ permissions }, permission) => permissions.set(permission.id, permission),
}
