import type { Passkey, User } from "../../../core/people.ts"
import type { CheckedSignIn, SignInResponse } from "../../../secrets/passkeys.ts"
import type { Transaction } from "../../../storage/port/store.ts"
import type { ContextWith } from "../../context.ts"

/** A passkey that has proved itself, before its challenge is used up. */
export interface PasskeyProof extends CheckedSignIn {
  readonly user: User
  readonly passkey: Passkey
}

/** Returns undefined if the response proves nothing. Reads only. */
export async function checkPasskey(
  { store, passkeys, now }: ContextWith<"store" | "passkeys" | "now">,
  response: SignInResponse,
): Promise<PasskeyProof | undefined> {
  const passkey = await store.passkeys.findByCredentialId(response.id)
  if (passkey === undefined) return undefined
  const checked = await passkeys.checkSignIn(response, passkey, now)
  const user = checked && (await store.users.find(passkey.userId))
  return user && { ...checked, user, passkey }
}

/**
 * Uses up the challenge and stores the counter. Returns false for a challenge that was used before, for a passkey that
 * was removed since, and for a counter that did not rise: a copy of the passkey may be in use elsewhere.
 */
export async function spendPasskey(
  { tx, now }: { readonly tx: Transaction; readonly now: number },
  { challenge, passkey, counter, isBackedUp }: PasskeyProof,
): Promise<boolean> {
  if (!(await tx.challenges.use(challenge.hash, challenge.expires))) return false
  return tx.passkeys.noteUse(passkey.id, { counter, isBackedUp, now })
}
