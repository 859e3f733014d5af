import { z } from "zod"

/** The roles of members, weakest first. Each role includes the grants of those before it. */
export const memberRoles = ["viewer", "developer", "admin", "owner"] as const

export type MemberRole = (typeof memberRoles)[number]

export const memberRole = z.enum(memberRoles).meta({
  id: "MemberRole",
  description:
    "What a member may do. `viewer` reads. `developer` also manages keys, identities and overrides. `admin` manages everything but members and root keys. `owner` may do everything.",
})
