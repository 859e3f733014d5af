import { z } from "zod"
import { found } from "../contract/errors.ts"
import { user } from "../contract/people.ts"
import { ref } from "../contract/primitives.ts"
import { installationChain } from "../core/event-chain.ts"
import { updated } from "../core/object-events.ts"
import { toWireUser } from "../core/people-wire.ts"
import { mutation } from "./operation.ts"

export const updateUser = mutation({
  name: "users.updateUser",
  title: "Make a user an operator",
  summary: "Make a user an operator of the installation, or remove that right.",
  touches: "one object",
  callers: ["operator"],
  needs: [],
  scope: "installation",
  chain: "installation",
  needsFreshSignIn: true,
  input: z.strictObject({
    userId: ref.describe("Id of the user."),
    operator: z.boolean().describe("Whether the user may call the operations of operators."),
  }),
  output: user,
  errors: ["data/user_not_found"],
  example: { userId: "usr_1CAiZx1YPnJZtcPxTdBGPS", operator: true },
  async run({ input: { userId, operator }, tx, now }) {
    const before = found(await tx.users.find(userId), "data/user_not_found")
    if (before.operator === operator) return toWireUser(before)
    const after = { ...before, operator, updatedAt: now }
    await tx.users.update(after)
    const changes = { before: { operator: before.operator }, after: { operator } }
    tx.record({ ...updated("user", userId, changes), workspaceId: installationChain })
    return toWireUser(after)
  },
})
