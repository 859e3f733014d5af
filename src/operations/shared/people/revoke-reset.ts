import type { User } from "../../../core/people.ts"
import type { MutationWith } from "../../context.ts"
import { recordReset } from "./record-reset.ts"

/** Returns false if the user has no open reset. */
export async function revokeReset({ tx, now }: MutationWith<"tx" | "now">, user: User): Promise<boolean> {
  const reset = await tx.links.deleteReset(user.id)
  if (reset === undefined || now >= reset.expires) return false
  const { createdAt, expires } = reset
  await recordReset(tx, user, { type: "reset.revoked", changes: { before: { createdAt, expires }, after: null } })
  return true
}
