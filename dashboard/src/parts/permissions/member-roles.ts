import type { MemberRole } from "@keyward/client"

interface RoleWords {
  readonly value: MemberRole
  readonly label: string
  readonly meaning: string
}

/** The roles of members, weakest first. Each may do what the one before it may. */
export const memberRoles: readonly RoleWords[] = [
  { value: "viewer", label: "Viewer", meaning: "Sees everything except secrets, and changes nothing." },
  {
    value: "developer",
    label: "Developer",
    meaning:
      "Also creates, changes and deletes keys and customers, gives keys permissions and roles, and sets overrides.",
  },
  {
    value: "admin",
    label: "Admin",
    meaning: "Also manages APIs, permissions, roles and rate limits, reads stored keys, and changes the workspace.",
  },
  {
    value: "owner",
    label: "Owner",
    meaning: "Also manages members and root keys, and may disable the workspace.",
  },
]
