import { z } from "zod"
import { startedLogin, terminalName } from "../contract/device-login.ts"
import { fault } from "../contract/errors.ts"
import { showUserCode } from "../core/user-code.ts"
import type { MintedToken } from "./context.ts"
import { preparedMutation } from "./operation.ts"
import { deviceLoginMs, limitStarts, maxLiveLogins, pollEveryMs } from "./shared/people/device-login-limits.ts"

export const startLogin = preparedMutation({
  name: "deviceLogins.startLogin",
  title: "Start a device login",
  summary: "Start to sign a terminal in. Returns a code for the person and another one for the terminal.",
  touches: "one object",
  callers: ["visitor"],
  isOpenToPrograms: true,
  needs: [],
  scope: "installation",
  takesSecrets: true,
  input: z.strictObject({ terminal: terminalName }),
  output: startedLogin,
  errors: ["application/precondition_failed", "limits/sign_in_rate_limited"],
  example: { terminal: "ada@laptop" },
  async prepare(context) {
    const { address, hasPages } = context.browser()
    if (!hasPages) {
      throw fault("application/precondition_failed", {
        detail:
          "This server has no page to confirm a terminal, because KEYWARD_DASHBOARD is off. Use a server with KEYWARD_DASHBOARD=on, or sign in with a root key: `keyward login`.",
      })
    }
    await limitStarts(context, address)
  },
  async run({ input, tx, mint, now, browser }) {
    if ((await tx.deviceLogins.countLive(now, maxLiveLogins)) >= maxLiveLogins) {
      throw fault("limits/sign_in_rate_limited", { headers: { "Retry-After": "60" } })
    }
    const device = mint.token()
    const code = await unusedCode(
      () => mint.userCode(),
      async ({ hash }) => (await tx.deviceLogins.findByCode(hash)) !== undefined,
    )
    const expires = now + deviceLoginMs
    await tx.deviceLogins.insert({
      id: mint.id("dvl"),
      deviceHash: device.hash,
      codeHash: code.hash,
      terminal: input.terminal,
      address: browser().address,
      state: "pending",
      userId: null,
      sessionId: null,
      workspaceId: null,
      permissions: null,
      keyExpires: null,
      createdAt: now,
      expires,
    })
    const url = browser().linkTo("device")
    return { deviceCode: device.plaintext, userCode: showUserCode(code.plaintext), url, expires, interval: pollEveryMs }
  },
})

/** Two live logins never share a code. */
async function unusedCode(
  mint: () => MintedToken,
  isUsed: (code: MintedToken) => Promise<boolean>,
): Promise<MintedToken> {
  for (;;) {
    const code = mint()
    if (!(await isUsed(code))) return code
  }
}
