import { fault } from "../../../contract/errors.ts"
import type { Invitation } from "../../../core/people.ts"
import type { Reads } from "../../../storage/port/store.ts"
import type { ContextWith } from "../../context.ts"

/** Throws 404 if the link is unknown, used or expired. */
export async function requireInvitation(
  reads: Pick<Reads, "invitations">,
  { vault, now }: ContextWith<"vault" | "now">,
  token: string,
): Promise<Invitation> {
  const invitation = await reads.invitations.findByHash(vault.hash(token))
  if (invitation === undefined || now >= invitation.expires) throw fault("data/invitation_not_found")
  return invitation
}
