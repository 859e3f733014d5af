import { fault } from "../../../contract/errors.ts"
import type { Reads } from "../../../storage/port/store.ts"

type WayReads = Pick<Reads, "users" | "passkeys" | "oidcAccounts">

/** Throws 412 if an account would be left without any way to sign in, unless the user accepts that. */
export async function requireOtherWay(reads: WayReads, userId: string, allowLast: boolean): Promise<void> {
  if (allowLast || (await countWays(reads, userId)) > 1) return
  throw fault("application/precondition_failed", {
    detail:
      "This is your only way to sign in. Add another one first, or send `allowLast: true` to remove it: only a reset link from an operator lets you in afterwards.",
  })
}

async function countWays(reads: WayReads, userId: string): Promise<number> {
  const password = await reads.users.findPasswordHash(userId)
  const passkeys = await reads.passkeys.listOfUser(userId)
  const accounts = await reads.oidcAccounts.listOfUser(userId)
  return (password === undefined ? 0 : 1) + passkeys.length + accounts.length
}
