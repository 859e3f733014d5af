import { z } from "zod"
import { deviceLogin, userCode } from "../contract/device-login.ts"
import { fault } from "../contract/errors.ts"
import { readUserCode } from "../core/user-code.ts"
import { query } from "./operation.ts"
import { limitCodes } from "./shared/people/device-login-limits.ts"
import { requireUser } from "./shared/people/own-session.ts"
import { networkOf } from "./shared/people/sign-in-limits.ts"

export const getLogin = query({
  name: "deviceLogins.getLogin",
  title: "Show a device login",
  summary: "Show which terminal asks to be signed in with a code.",
  callers: ["user"],
  needs: [],
  scope: "installation",
  takesSecrets: true,
  input: z.strictObject({ userCode }),
  output: deviceLogin,
  errors: ["data/device_login_not_found", "limits/sign_in_rate_limited"],
  example: { userCode: "BCDF-GHJK" },
  async run(context) {
    const { input, caller, store, vault, now } = context
    const attempt = await limitCodes(context, requireUser(caller).user.id)
    const login = await store.deviceLogins.findByCode(vault.hash(readUserCode(input.userCode)))
    if (login === undefined || login.state !== "pending" || now >= login.expires) {
      throw fault("data/device_login_not_found")
    }
    await attempt.refund()
    const { id, terminal, address, createdAt, expires } = login
    const isSameNetwork = networkOf(address) === networkOf(context.browser().address)
    return { loginId: id, terminal, address, isSameNetwork, createdAt, expires }
  },
})
