import { z } from "zod"
import { found } from "../contract/errors.ts"
import { ref } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { revokeReset } from "./shared/people/revoke-reset.ts"

export const revokeResetLink = mutation({
  name: "users.revokeResetLink",
  title: "Revoke a reset link",
  summary: "Revoke the open reset link of a user, so that it stops working.",
  isDestructive: true,
  callers: ["operator"],
  needs: [],
  scope: "installation",
  chain: "installation",
  input: z.strictObject({ userId: ref.describe("Id of the user.") }),
  output: z.object({ revoked: z.boolean().describe("False if the user has no open reset link.") }),
  errors: ["data/user_not_found"],
  example: { userId: "usr_1CAiZx1YPnJZtcPxTdBGPS" },
  async run({ input: { userId }, tx, now }) {
    const user = found(await tx.users.find(userId), "data/user_not_found")
    return { revoked: await revokeReset({ tx, now }, user) }
  },
})
