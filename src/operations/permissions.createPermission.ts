import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { description, text } from "../contract/primitives.ts"
import type { Permission } from "../core/model.ts"
import { mutation } from "./operation.ts"
import { assignedSlug } from "./shared/permissions/assigned-names.ts"
import { recordCreatedPermission } from "./shared/permissions/resolve-permissions.ts"

export const createPermission = mutation({
  name: "permissions.createPermission",
  title: "Create a permission",
  summary: "Create a permission that keys and roles can hold.",
  touches: "one object",
  needs: ["rbac.*.create_permission"],
  input: z.strictObject({
    name: text(1, 512).describe("Name of the permission, for people."),
    slug: assignedSlug.describe("Slug that keys and queries name, such as `documents.read`."),
    description: description.optional().describe("Description, for people."),
  }),
  output: z.object({ permissionId: z.string().describe("Id of the new permission.") }),
  errors: ["data/permission_already_exists"],
  example: { name: "Delete documents", slug: "documents.delete" },
  async run({ input, workspace, tx, mint }) {
    const existing = await tx.permissions.findBySlug(workspace.id, input.slug)
    if (existing !== undefined) {
      const detail = `The workspace already has a permission with the slug \`${input.slug}\`.`
      throw fault("data/permission_already_exists", { detail })
    }
    const permission: Permission = {
      id: mint.id("perm"),
      name: input.name,
      slug: input.slug,
      description: input.description || null,
    }
    await tx.permissions.insert(workspace.id, [permission])
    recordCreatedPermission(tx, workspace.id, permission)
    return { permissionId: permission.id }
  },
})
