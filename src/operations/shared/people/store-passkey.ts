import { fault } from "../../../contract/errors.ts"
import { installationChain } from "../../../core/event-chain.ts"
import type { Actor } from "../../../core/model.ts"
import { updated } from "../../../core/object-events.ts"
import type { Passkey, User } from "../../../core/people.ts"
import type { CheckedCreation } from "../../../secrets/passkeys.ts"
import type { MutationWith } from "../../context.ts"

const maxPasskeys = 20

interface NewPasskey {
  readonly user: User
  readonly name: string
  readonly checked: CheckedCreation
}

/** Throws 412 if the response of the browser proved nothing. */
export function requireCreation(checked: CheckedCreation | undefined): CheckedCreation {
  if (checked !== undefined) return checked
  throw refused("The passkey was not created for this session, or too late. Try again.")
}

/** Adds a passkey to a user, and records it. */
export async function storePasskey(
  { tx, mint, now, actor }: MutationWith<"tx" | "mint" | "now"> & { readonly actor?: Actor },
  { user, name, checked }: NewPasskey,
): Promise<Passkey> {
  const { challenge, ...made } = checked
  if (!(await tx.challenges.use(challenge.hash, challenge.expires))) throw refused("The passkey was added before.")
  const present = await tx.passkeys.listOfUser(user.id)
  if (present.length >= maxPasskeys)
    throw refused(`You have ${maxPasskeys} passkeys, which is the maximum. Remove one first.`)
  // An authenticator chooses the id, and could choose that of another user.
  if ((await tx.passkeys.findByCredentialId(made.credentialId)) !== undefined)
    throw refused("The passkey belongs to an account already.")
  const added: Passkey = { id: mint.id("pk"), userId: user.id, ...made, name, createdAt: now, lastUsedAt: null }
  await tx.passkeys.insert(added)
  const changes = { before: {}, after: { addedPasskey: { passkeyId: added.id, name } } }
  tx.record({ ...updated("user", user.id, changes), workspaceId: installationChain, ...(actor && { actor }) })
  return added
}

function refused(detail: string) {
  return fault("application/precondition_failed", { detail })
}
