/** The roles of members, weakest first. Each role includes the grants of those before it. */
export type MemberRole = "viewer" | "developer" | "admin" | "owner"
