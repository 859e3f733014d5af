import { z } from "zod"
import { found } from "../contract/errors.ts"
import { ref } from "../contract/primitives.ts"
import { installationChain } from "../core/event-chain.ts"
import { deleted } from "../core/object-events.ts"
import { toWireUser } from "../core/people-wire.ts"
import { mutation } from "./operation.ts"
import { endSessionsOf } from "./shared/people/end-sessions.ts"
import { memberDeleted } from "./shared/people/member-events.ts"
import { excludeFromJoining } from "./shared/people/oidc-exclusions.ts"
import { revokeReset } from "./shared/people/revoke-reset.ts"

/** A user with more memberships than this cannot exist: each needs an invitation or a workspace that the user creates. */
const maxMemberships = 10_000

export const deleteUser = mutation({
  name: "users.deleteUser",
  title: "Delete a user",
  summary: "Delete a user with all memberships and sessions. Root keys that the user created stay.",
  isDestructive: true,
  callers: ["operator"],
  needs: [],
  scope: "installation",
  chain: "installation",
  input: z.strictObject({ userId: ref.describe("Id of the user.") }),
  output: z.object({}),
  errors: ["data/user_not_found"],
  example: { userId: "usr_1CAiZx1YPnJZtcPxTdBGPS" },
  async run({ input: { userId }, tx, now, vault }) {
    const user = found(await tx.users.find(userId), "data/user_not_found")
    await revokeReset({ tx, now }, user)
    for (const { workspace } of await tx.members.listOfUser(userId, maxMemberships)) {
      await tx.lockWorkspace(workspace.id)
      const member = await tx.members.find(workspace.id, userId)
      if (member !== undefined) tx.record(memberDeleted(member))
    }
    await endSessionsOf({ tx }, userId)
    const accounts = await tx.oidcAccounts.listOfUser(userId)
    await excludeFromJoining({ tx, now, hash: vault.hash }, { accounts, email: user.email })
    await tx.users.delete(userId)
    tx.record({ ...deleted("user", userId, toWireUser(user)), workspaceId: installationChain })
    return {}
  },
})
