import type { MemberRole } from "../../../contract/member-roles.ts"
import type { Actor } from "../../../core/model.ts"
import type { Member, User } from "../../../core/people.ts"
import type { Transaction } from "../../../storage/port/store.ts"
import { memberCreated } from "./member-events.ts"

interface AddContext {
  readonly tx: Transaction
  readonly now: number
  readonly actor: Actor
}

interface NewMember {
  readonly user: User
  readonly workspaceId: string
  readonly role: MemberRole
  readonly origin: Readonly<Record<string, string>>
}

/** The caller must hold the lock of the workspace, and must have checked that the user is no member yet. */
export async function addMember({ tx, now, actor }: AddContext, wanted: NewMember): Promise<void> {
  const { user, workspaceId, role, origin } = wanted
  const member: Member = { workspaceId, userId: user.id, role, createdAt: now, updatedAt: null }
  await tx.members.insert(member)
  tx.record({ ...memberCreated({ ...member, email: user.email, name: user.name }, origin), actor })
}
