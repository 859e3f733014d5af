import { z } from "zod"
import { found } from "../contract/errors.ts"
import { ref } from "../contract/primitives.ts"
import { installationChain } from "../core/event-chain.ts"
import { mutation } from "./operation.ts"
import { requireUser } from "./shared/people/own-session.ts"

export const denyLogin = mutation({
  name: "deviceLogins.denyLogin",
  title: "Refuse a device login",
  summary: "Refuse a terminal that asks to be signed in.",
  touches: "one object",
  callers: ["user"],
  needs: [],
  scope: "installation",
  chain: "installation",
  takesSecrets: true,
  input: z.strictObject({ loginId: ref.describe("`loginId` of deviceLogins.getLogin.") }),
  output: z.object({}),
  errors: ["data/device_login_not_found"],
  example: { loginId: "dvl_1CeGXWUoiGrkJ5v2n3YvQb" },
  async run({ input, caller, tx, now }) {
    const { user } = requireUser(caller)
    found((await tx.deviceLogins.deny(input.loginId, now)) || undefined, "data/device_login_not_found")
    tx.record({
      type: "device_login.denied",
      workspaceId: installationChain,
      resources: [{ type: "device_login", id: input.loginId }],
      changes: { before: null, after: { userId: user.id } },
    })
    return {}
  },
})
