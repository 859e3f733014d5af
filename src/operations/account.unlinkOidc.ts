import { z } from "zod"
import { text } from "../contract/primitives.ts"
import { installationChain } from "../core/event-chain.ts"
import { updated } from "../core/object-events.ts"
import { mutation } from "./operation.ts"
import { excludeFromJoining } from "./shared/people/oidc-exclusions.ts"
import { requireUser } from "./shared/people/own-session.ts"
import { requireOtherWay } from "./shared/people/ways-to-sign-in.ts"

export const unlinkOidc = mutation({
  name: "account.unlinkOidc",
  title: "Unlink a provider account",
  summary: "Stop signing in with an OpenID Connect provider. Needs a sign-in within the last 10 minutes.",
  isDestructive: true,
  callers: ["user"],
  needs: [],
  scope: "installation",
  chain: "installation",
  needsFreshSignIn: true,
  input: z.strictObject({
    issuer: text(1, 512).describe("The provider, as account.getAccount shows it."),
    allowLast: z.boolean().default(false).describe("Unlink it even if you cannot sign in without it."),
  }),
  output: z.object({ unlinked: z.boolean().describe("False if you have no account there.") }),
  errors: ["application/precondition_failed"],
  example: { issuer: "https://accounts.example.com" },
  async run({ input: { issuer, allowLast }, caller, tx, now, vault }) {
    const { user } = requireUser(caller)
    const account = (await tx.oidcAccounts.listOfUser(user.id)).find((one) => one.issuer === issuer)
    if (account === undefined) return { unlinked: false }
    await requireOtherWay(tx, user.id, allowLast)
    await tx.oidcAccounts.delete(user.id, issuer)
    await excludeFromJoining({ tx, now, hash: vault.hash }, { accounts: [account] })
    const changes = { before: { linkedOidcAccount: { issuer, subject: account.subject } }, after: {} }
    tx.record({ ...updated("user", user.id, changes), workspaceId: installationChain })
    return { unlinked: true }
  },
})
