import { z } from "zod"
import { memberRoles } from "./member-roles.ts"

export const memberRole = z.enum(memberRoles).meta({
  id: "MemberRole",
  description:
    "What a member may do. `viewer` reads. `developer` also manages keys, identities and overrides. `admin` manages everything but members and root keys. `owner` may do everything.",
})
