import { z } from "zod"
import { found } from "../contract/errors.ts"
import { millis, ref } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { recordReset } from "./shared/record-reset.ts"

const validForMs = 72 * 60 * 60 * 1000

export const createResetLink = mutation({
  name: "users.createResetLink",
  summary: "Create a link that lets a user set a new password. Send the link yourself; it works once.",
  callers: ["operator"],
  needs: [],
  scope: "installation",
  chain: "installation",
  needsFreshSignIn: true,
  input: z.strictObject({ userId: ref.describe("Id of the user.") }),
  output: z.object({
    url: z.string().describe("The link. It is shown only once."),
    expires: millis.describe("When the link expires, in Unix milliseconds."),
  }),
  errors: ["data/user_not_found"],
  example: { userId: "usr_1CAiZx1YPnJZtcPxTdBGPS" },
  async run({ input: { userId }, tx, mint, now, browser }) {
    const user = found(await tx.users.find(userId), "data/user_not_found")
    const { plaintext, hash } = mint.token()
    const expires = now + validForMs
    await tx.links.putReset({ userId, hash, createdAt: now, expires })
    await recordReset(tx, user, { type: "reset.created", after: { expires } })
    return { url: browser().linkTo("reset", plaintext), expires }
  },
})
