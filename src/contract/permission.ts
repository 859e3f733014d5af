import { z } from "zod"
import { ref, slug } from "./primitives.ts"

/** Permissions by id or slug. An id also has the form of a slug. */
export const permissionRefs = z.array(slug).max(1000)

/** Permissions that an identity, or a plan, has for all its keys. */
export const inheritedPermissionsAtMost = 200
export const inheritedPermissionRefs = z.array(slug).max(inheritedPermissionsAtMost)

export const roleRefs = z.array(ref).max(100)

export const permission = z
  .object({
    id: z.string().describe("Id of the permission."),
    name: z.string().describe("Name of the permission, for people."),
    slug: z.string().meta({ description: "The word that keys hold and queries name.", examples: ["documents.read"] }),
    description: z.string().optional().describe("Description, for people. Absent if there is none."),
    keys: z
      .int()
      .optional()
      .describe(
        "Number of keys that hold the permission, directly or by a role, disabled and expired ones included. Exact below 1,000; 1,000 means 1,000 or more. Only in lists with `countKeys`.",
      ),
  })
  .meta({ id: "Permission" })

export const role = z
  .object({
    id: z.string().describe("Id of the role."),
    name: z.string().describe("Name of the role. It is unique in the workspace."),
    description: z.string().optional().describe("Description, for people. Absent if there is none."),
    permissions: z.array(permission).describe("Permissions of the role, ascending by slug."),
    keys: z
      .int()
      .optional()
      .describe(
        "Number of keys that have the role, disabled and expired ones included. Exact below 1,000; 1,000 means 1,000 or more. Only in lists with `countKeys`.",
      ),
  })
  .meta({ id: "Role" })

const roleOfKey = role
  .extend({
    permissions: role.shape.permissions
      .optional()
      .describe("Permissions of the role, ascending by slug. Absent once the response has reached 4 MiB."),
  })
  .meta({ id: "RoleOfKey", description: "A role of a key." })

export const rolesOfKey = z.array(roleOfKey).describe("All roles of the key after the change.")
