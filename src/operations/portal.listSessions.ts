import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { pageInput } from "../contract/pagination.ts"
import { portalSession } from "../contract/portal.ts"
import { ref } from "../contract/primitives.ts"
import { withoutNulls } from "../core/nulls.ts"
import type { PortalSession } from "../core/portal.ts"
import { pagedQuery } from "./operation.ts"
import { findIdentity } from "./shared/keys/link-identity.ts"
import { pageOf } from "./shared/page.ts"

export const listSessions = pagedQuery({
  name: "portal.listSessions",
  title: "List portal sessions",
  summary: "List the live sessions of customers in the portal and the links that nobody has opened, newest first.",
  needs: ["portal.*.read_portal"],
  input: z.strictObject({
    identity: ref.optional().describe("Only sessions of this customer, by id or external id."),
    ...pageInput,
  }),
  output: z.array(portalSession),
  errors: ["data/identity_not_found"],
  example: { identity: "user_42", limit: 20 },
  async run({ input, workspace, store, now, after }) {
    const identity = input.identity === undefined ? undefined : await findIdentity(store, workspace.id, input.identity)
    if (input.identity !== undefined && identity === undefined) throw fault("data/identity_not_found")
    const filter = { identityId: identity?.id, now }
    const owners = new Map<string, string>()
    return pageOf({
      limit: input.limit,
      after,
      async list(page) {
        const sessions = await store.portalSessions.list(workspace.id, { ...filter, ...page })
        const ids = [...new Set(sessions.map(({ identityId }) => identityId))].filter((id) => !owners.has(id))
        for (const { id, externalId } of await store.identities.listByIds(workspace.id, ids)) owners.set(id, externalId)
        return sessions
      },
      present: (session) => toWire(session, owners.get(session.identityId)),
      positionOf: ({ id }) => id,
    })
  },
})

function toWire(session: PortalSession, externalId: string | undefined) {
  const { id, identityId, madeBy, apis, actions, customer, actor, createdAt, openedAt, expires } = session
  return {
    sessionId: id,
    identityId,
    ...(externalId !== undefined && { externalId }),
    ...withoutNulls({ apis, actions, customer, actor, openedAt }),
    madeBy: { type: madeBy.type, id: madeBy.id },
    createdAt,
    expires,
  }
}
