import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { permission } from "../contract/permission.ts"
import { description, ref, text } from "../contract/primitives.ts"
import { changesBetween } from "../core/changes.ts"
import type { Permission } from "../core/model.ts"
import { updated } from "../core/object-events.ts"
import { toWirePermission } from "../core/wire.ts"
import { mutation } from "./operation.ts"
import { assignedSlug } from "./shared/permissions/assigned-names.ts"
import { requirePermission } from "./shared/permissions/resolve-permissions.ts"

export const updatePermission = mutation({
  name: "permissions.updatePermission",
  title: "Change a permission",
  summary: "Change the name or description of a permission. Its slug cannot change.",
  touches: "one object",
  needs: ["rbac.*.update_permission"],
  input: z.strictObject({
    permission: ref.describe("Id or slug of the permission."),
    name: text(1, 512).optional().describe("Name of the permission, for people."),
    slug: assignedSlug.optional().describe("The slug that the permission has. Any other is refused."),
    description: description
      .nullable()
      .optional()
      .describe("Description, for people. null or an empty text removes it."),
  }),
  output: permission,
  errors: ["data/permission_not_found", "application/precondition_failed"],
  example: { permission: "documents.read", name: "Read documents", description: "Also drafts." },
  async run({ input, workspace, tx }) {
    const permission = await requirePermission(tx, workspace.id, input.permission)
    // Applications use slugs in permission queries, so a new slug would break them silently.
    if (input.slug !== undefined && input.slug !== permission.slug) {
      const detail = `The slug of a permission cannot change. Create a permission \`${input.slug}\` and grant it instead.`
      throw fault("application/precondition_failed", { detail })
    }
    const wanted: Permission = {
      ...permission,
      name: input.name ?? permission.name,
      description: input.description === undefined ? permission.description : input.description || null,
    }
    const changes = changesBetween(toWirePermission(permission), toWirePermission(wanted))
    if (changes !== undefined) {
      await tx.permissions.update(wanted)
      tx.record({ ...updated("permission", permission.id, changes), workspaceId: workspace.id })
    }
    return toWirePermission(wanted)
  },
})
