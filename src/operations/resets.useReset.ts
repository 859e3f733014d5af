import { z } from "zod"
import { fault, found } from "../contract/errors.ts"
import { newPassword, oneTimeToken, startedSession } from "../contract/people.ts"
import type { Reset } from "../core/people.ts"
import type { Reads } from "../storage/port/store.ts"
import type { ContextWith, MutationWith } from "./context.ts"
import { preparedMutation } from "./operation.ts"
import { endSessionsOf } from "./shared/people/end-sessions.ts"
import { excludeFromJoining } from "./shared/people/oidc-exclusions.ts"
import { recordReset } from "./shared/people/record-reset.ts"
import { startSession } from "./shared/people/start-session.ts"
import { userActor } from "./shared/transact.ts"

export const useReset = preparedMutation({
  name: "resets.useReset",
  title: "Use a reset link",
  summary:
    "Use a link to reset the password: set a new one, end all sessions, remove passkeys and provider accounts, and sign in.",
  touches: "one object",
  callers: ["visitor"],
  needs: [],
  scope: "installation",
  chain: "installation",
  takesSecrets: true,
  input: z.strictObject({
    token: oneTimeToken,
    password: newPassword,
    keepCredentials: z
      .boolean()
      .default(false)
      .describe("Keep passkeys and accounts at the OpenID Connect provider. By default the reset removes them."),
  }),
  output: startedSession,
  errors: ["authentication/sign_in_failed", "limits/sign_in_rate_limited"],
  example: { token: "kQ7m3XJ0mZk4cG0y8b1N5r2v9sPpYtQeWaUxLd6Hf3E", password: "correct horse battery staple" },
  async prepare(context) {
    const { userId } = await requireReset(context.store, context, context.input.token)
    return context.passwords.hash(context.input.password, userId)
  },
  async run(context, passwordHash) {
    const { tx, mint, now, caller, input } = context
    const { userId } = await requireReset(tx, context, input.token)
    await tx.links.deleteReset(userId)
    const user = found(await tx.users.find(userId), "authentication/sign_in_failed")
    const browser = context.browser()
    const sessionId = mint.id("ses")
    const actor = userActor(user, sessionId)
    await tx.users.setPasswordHash(userId, passwordHash, now)
    await endSessionsOf({ tx, actor }, userId)
    const removed = input.keepCredentials ? {} : await removeCredentials(context, userId)
    const changes = { before: null, after: { address: browser.address, ...removed } }
    await recordReset(tx, user, { type: "reset.used", changes, actor })
    return startSession({ tx, mint, now, caller, browser }, { type: "user", user }, { method: "reset", sessionId })
  },
})

/** An intruder may have added them, and the user asks for a reset to lock the intruder out. */
async function removeCredentials({ tx, now, vault }: MutationWith<"tx" | "now" | "vault">, userId: string) {
  const removedPasskeys = await tx.passkeys.deleteOfUser(userId)
  const accounts = await tx.oidcAccounts.listOfUser(userId)
  const removedOidcAccounts = await tx.oidcAccounts.deleteOfUser(userId)
  await excludeFromJoining({ tx, now, hash: vault.hash }, { accounts })
  return {
    ...(removedPasskeys > 0 && { removedPasskeys }),
    ...(removedOidcAccounts > 0 && { removedOidcAccounts }),
  }
}

/** The link must not be used, replaced, revoked or expired, and its maker must be an operator now. */
async function requireReset(
  reads: Pick<Reads, "links">,
  { vault, now, operatorKeyHash }: ContextWith<"vault" | "now" | "operatorKeyHash">,
  token: string,
): Promise<Reset> {
  const reset = await reads.links.findReset(vault.hash(token), operatorKeyHash)
  if (reset === undefined || now >= reset.expires) throw fault("authentication/sign_in_failed")
  return reset
}
