import { z } from "zod"
import { ref, slug } from "./primitives.ts"

/** Permissions by id or slug. An id also has the form of a slug. */
export const permissionRefs = z.array(slug).max(1000)

export const roleRefs = z.array(ref).max(100)

export const permission = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    description: z.string().optional(),
  })
  .meta({ id: "Permission" })

export const role = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().optional(),
    permissions: z.array(permission),
  })
  .meta({ id: "Role" })

const roleOfKey = role
  .partial({ permissions: true })
  .meta({ id: "RoleOfKey", description: "A role without `permissions` once the response has 4 MiB." })

export const rolesOfKey = z.array(roleOfKey).describe("All roles of the key after the change.")
