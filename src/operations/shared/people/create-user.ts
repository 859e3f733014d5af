import { fault } from "../../../contract/errors.ts"
import { installationChain } from "../../../core/event-chain.ts"
import { created } from "../../../core/object-events.ts"
import type { User } from "../../../core/people.ts"
import { toWireUser } from "../../../core/people-wire.ts"
import type { MutationWith } from "../../context.ts"
import { userActor } from "../transact.ts"

interface NewUser extends Pick<User, "email" | "name" | "operator"> {
  /** Absent for a user whose id is not known before. */
  readonly id?: string
  /** Absent for a user who signs in with a passkey or the provider. */
  readonly passwordHash?: string | undefined
  /** The session that starts with the account, whose id must be known for the event. */
  readonly sessionId: string
}

/** The caller must hold the lock of the installation. An address that has a user fails like a wrong password. */
export async function createUser(
  { tx, mint, now }: MutationWith<"tx" | "mint" | "now">,
  wanted: NewUser,
): Promise<User> {
  const { id = mint.id("usr"), email, name, operator, passwordHash, sessionId } = wanted
  if ((await tx.users.findByEmail(email)) !== undefined) throw fault("authentication/sign_in_failed")
  const user: User = { id, email, name, operator, createdAt: now, updatedAt: null }
  await tx.users.insert(user)
  if (passwordHash !== undefined) await tx.users.setPasswordHash(user.id, passwordHash, now)
  const actor = userActor(user, sessionId)
  tx.record({ ...created("user", user.id, toWireUser(user)), workspaceId: installationChain, actor })
  return user
}
