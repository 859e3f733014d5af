import { z } from "zod"
import { found } from "../contract/errors.ts"
import { millis, ref } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { linkMakerOf } from "./shared/people/link-maker.ts"
import { recordReset } from "./shared/people/record-reset.ts"

const validForMs = 72 * 60 * 60 * 1000

export const createResetLink = mutation({
  name: "users.createResetLink",
  title: "Let a user set a new password",
  summary: "Create a link that lets a user set a new password. Send the link yourself; it works once.",
  touches: "one object",
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
  async run(context) {
    const { input, tx, mint, now, browser, operatorKeyHash } = context
    const { userId } = input
    const user = found(await tx.users.find(userId), "data/user_not_found")
    const { plaintext, hash } = mint.token()
    const expires = now + validForMs
    const maker = linkMakerOf(context)
    const madeBy =
      maker.type === "user" ? { createdBy: maker.id, operatorKeyHash: null } : { createdBy: null, operatorKeyHash }
    await tx.links.putReset({ userId, hash, ...madeBy, createdAt: now, expires })
    await recordReset(tx, user, { type: "reset.created", changes: { before: null, after: { expires } } })
    return { url: browser().linkTo("reset", plaintext), expires }
  },
})
