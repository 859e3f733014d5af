import { type MemberRole, memberRoles } from "../../../../src/contract/member-roles.ts"

interface RoleWords {
  readonly label: string
  readonly meaning: string
}

const words: Readonly<Record<MemberRole, RoleWords>> = {
  viewer: { label: "Viewer", meaning: "Sees everything except secrets, and changes nothing." },
  developer: {
    label: "Developer",
    meaning:
      "Also creates, changes and deletes keys and customers, gives keys permissions and roles, and sets overrides.",
  },
  admin: {
    label: "Admin",
    meaning: "Also manages APIs, permissions, roles and rate limits, reads stored keys, and changes the workspace.",
  },
  owner: { label: "Owner", meaning: "Also manages members and root keys, and may disable the workspace." },
}

/** For a choice, weakest first. Each role may do what the one before it may. */
export const roleOptions = memberRoles.map((value) => ({ value, ...words[value] }))

export function roleWords(role: MemberRole): RoleWords {
  return words[role]
}
