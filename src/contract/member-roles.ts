/** The roles of members, weakest first. Each role includes the grants of those before it. */
export const memberRoles = ["viewer", "developer", "admin", "owner"] as const

export type MemberRole = (typeof memberRoles)[number]
