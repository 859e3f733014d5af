import { fault } from "../../../contract/errors.ts"
import type { MemberRole } from "../../../contract/member-roles.ts"
import { missingGrants } from "../../../core/held-grants.ts"
import { grantsOfRole } from "../../../core/member-grants.ts"
import type { Invitation, MemberDetails } from "../../../core/people.ts"
import type { Reads, Transaction } from "../../../storage/port/store.ts"
import type { Caller, ContextWith, Rights } from "../../context.ts"

/** A caller cannot change members with a higher role: the caller must hold every grant of these roles. */
export function requireCovering(delegate: Rights["delegate"], ...roles: readonly MemberRole[]): void {
  delegate([...new Set(roles.flatMap(grantsOfRole))])
}

/** A membership has no end, so a root key that expires cannot give one. */
export function refuseOutliving(caller: Caller): void {
  if (caller.type !== "root_key" || caller.rootKey.expires === null) return
  throw fault("authorization/insufficient_permissions", {
    detail: "The membership would outlive the presented key. Use a root key without `expires`.",
  })
}

/** Only operators may remove the last owner of a workspace. */
export async function refuseLosingLastOwner(
  { tx, caller }: { readonly tx: Transaction; readonly caller: Caller },
  { workspaceId, userId, role }: MemberDetails,
): Promise<void> {
  if (caller.type === "operator" || role !== "owner") return
  const owners = await tx.members.listOwners(workspaceId, 2)
  if (owners.length !== 1 || owners[0]?.userId !== userId) return
  throw fault("application/precondition_failed", {
    detail: "This is the only owner of the workspace. Make another member an owner first, or ask an operator.",
  })
}

/** Throws 404 unless the maker of an invitation could still make it. */
export async function requireMaker(
  reads: Pick<Reads, "rootKeys" | "users" | "members">,
  { operatorKeyHash }: ContextWith<"operatorKeyHash">,
  invitation: Invitation,
): Promise<void> {
  if (!(await mayStillInvite(reads, invitation, operatorKeyHash))) throw fault("data/invitation_not_found")
}

async function mayStillInvite(
  reads: Pick<Reads, "rootKeys" | "users" | "members">,
  { invitedBy, workspaceId, role }: Invitation,
  operatorKeyHash: string,
): Promise<boolean> {
  const covers = (held: readonly string[]) =>
    missingGrants(held, ["member.*.invite_member", ...grantsOfRole(role)]).length === 0
  switch (invitedBy.type) {
    case "operator":
      return invitedBy.operatorKeyHash === operatorKeyHash
    case "root_key": {
      const rootKey = await reads.rootKeys.find(workspaceId, invitedBy.id)
      // A key that expires can give no membership.
      return rootKey?.enabled === true && rootKey.expires === null && covers(rootKey.permissions)
    }
    case "user": {
      const user = await reads.users.find(invitedBy.id)
      const member = await reads.members.find(workspaceId, invitedBy.id)
      return user?.operator === true || (member !== undefined && covers(grantsOfRole(member.role)))
    }
  }
}
