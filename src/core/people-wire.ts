import { withoutNulls } from "./nulls.ts"
import type { Invitation, MemberDetails, OidcAccount, Passkey, ResetDetails, Session, User } from "./people.ts"

/** People in the form that the API returns. */

export function toWireUser({ id, ...user }: User) {
  return { userId: id, ...withoutNulls(user) }
}

export function toWireMember({ workspaceId: _workspaceId, ...member }: MemberDetails) {
  return withoutNulls(member)
}

export function toWireInvitation({ id, email, role, createdAt, expires }: Invitation) {
  return { invitationId: id, email, role, createdAt, expires }
}

export function toWireResetLink(reset: ResetDetails) {
  const { userId, email, name, createdBy, createdByName, createdAt, expires } = reset
  const maker =
    createdBy === null
      ? { type: "operator" as const, id: "operator" }
      : { type: "user" as const, id: createdBy, ...withoutNulls({ name: createdByName }) }
  return { userId, email, name, createdBy: maker, createdAt, expires }
}

export function toWireSession(session: Session, currentId: string) {
  const { id, method, address, userAgent, createdAt, lastUsedAt, expires } = session
  return {
    sessionId: id,
    method,
    address,
    ...withoutNulls({ userAgent }),
    createdAt,
    lastUsedAt,
    expires,
    isCurrent: id === currentId,
  }
}

export function toWirePasskey({ id, name, isBackedUp, createdAt, lastUsedAt }: Passkey) {
  return { passkeyId: id, name, isBackedUp, createdAt, ...withoutNulls({ lastUsedAt }) }
}

export function toWireOidcAccount({ issuer, subject, createdAt }: OidcAccount) {
  return { issuer, subject, createdAt }
}
