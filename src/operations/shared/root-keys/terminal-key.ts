import type { TerminalAccess } from "../../../contract/device-login.ts"
import type { MemberRole } from "../../../contract/member-roles.ts"
import { missingGrants } from "../../../core/held-grants.ts"
import { grantsOfRole } from "../../../core/member-grants.ts"

/** The permissions of a root key for a terminal of a member with this role. */
export function terminalPermissions(access: TerminalAccess, role: MemberRole): readonly string[] {
  switch (access) {
    case "read":
      return grantsOfRole("viewer")
    case "verify":
      return ["api.*.verify_key"]
    case "develop":
      return grantsOfRole("developer")
    case "full":
      return grantsOfRole(role)
  }
}

/** A member can only grant what the role has, and a terminal gets a root key, which only some roles may create. */
export function missingForTerminal(role: MemberRole, permissions: readonly string[]): readonly string[] {
  return missingGrants(grantsOfRole(role), ["root_key.*.create_root_key", ...permissions])
}
