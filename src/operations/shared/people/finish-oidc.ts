import { email } from "../../../contract/email.ts"
import { personName } from "../../../contract/people.ts"
import { installationChain } from "../../../core/event-chain.ts"
import type { Actor } from "../../../core/model.ts"
import { updated } from "../../../core/object-events.ts"
import type { OidcAccount, Session, User } from "../../../core/people.ts"
import { hasEnded } from "../../../core/session-life.ts"
import type { OidcIdentity } from "../../../oidc/provider.ts"
import type { Newcomers } from "../../../oidc/sign-in.ts"
import type { Store, Transaction } from "../../../storage/port/store.ts"
import type { Browser, Caller, Mint } from "../../context.ts"
import { userActor } from "../transact.ts"
import { addMember } from "./add-member.ts"
import type { OidcFlow } from "./begin-oidc.ts"
import { createUser } from "./create-user.ts"
import { isExcludedFromJoining } from "./oidc-exclusions.ts"
import { startSession } from "./start-session.ts"

interface FinishContext {
  readonly store: Pick<Store, "transaction">
  readonly mint: Mint
  readonly now: number
  readonly requestId: string
  readonly caller: Caller
  readonly browser: Browser
  readonly newcomers: Newcomers | undefined
  hash(text: string): string
}

export type OidcRefusalReason =
  | "used"
  | "no_account"
  | "setup_first"
  | "workspace_unavailable"
  | "session_ended"
  | "linked_to_other_user"
  | "linked_to_other_account"

/** The provider has said who the person is, and Keyward does not let this person in. */
export class OidcRefusal extends Error {
  override readonly name = "OidcRefusal"
  readonly reason: OidcRefusalReason

  constructor(reason: OidcRefusalReason) {
    super(`The OpenID Connect sign-in is refused: ${reason}.`)
    this.reason = reason
  }
}

/** Signs in, or links the account. Issuer and subject identify the person; an address never does. */
export function finishOidc(context: FinishContext, flow: OidcFlow, identity: OidcIdentity): Promise<void> {
  const { store, requestId, now, hash } = context
  const actor = { type: "system", id: "sign_in" } as const
  return store.transaction({ workspaceId: installationChain, actor, requestId, now }, async (tx) => {
    if (!(await tx.challenges.use(hash(flow.state), flow.expires))) throw new OidcRefusal("used")
    const { purpose } = flow
    await (purpose.type === "link"
      ? link({ ...context, tx }, identity, purpose.sessionId)
      : signIn({ ...context, tx }, identity))
  })
}

type InTransaction = FinishContext & { readonly tx: Transaction }

async function signIn(context: InTransaction, identity: OidcIdentity): Promise<void> {
  const { tx } = context
  const account = await tx.oidcAccounts.find(identity.issuer, identity.subject)
  const user = account && (await tx.users.find(account.userId))
  if (user === undefined) return join(context, identity)
  await startSession(context, { type: "user", user }, { method: "oidc" })
}

/** Creates a user for an address of an allowed domain. A user who has the same address stays untouched. */
async function join(context: InTransaction, identity: OidcIdentity): Promise<void> {
  const { tx, mint, now, newcomers, browser, hash } = context
  const address = email.safeParse(identity.verifiedEmail).data
  const domain = address?.slice(address.lastIndexOf("@") + 1)
  if (newcomers === undefined || address === undefined || !newcomers.domains.includes(domain ?? ""))
    throw new OidcRefusal("no_account")
  // The setup link would become invalid, and the installation would have no operator.
  if (!(await tx.users.exist())) throw new OidcRefusal("setup_first")
  if ((await tx.users.findByEmail(address)) !== undefined) throw new OidcRefusal("no_account")
  // Who was deleted or has unlinked the account comes back by an invitation only.
  if (await isExcludedFromJoining({ tx, hash }, { accounts: [identity], email: address }))
    throw new OidcRefusal("no_account")
  const { workspaceId, role } = newcomers
  await tx.lockWorkspace(workspaceId)
  if ((await tx.workspaces.find(workspaceId))?.enabled !== true) throw new OidcRefusal("workspace_unavailable")
  const sessionId = mint.id("ses")
  const name = personName.safeParse(identity.name?.slice(0, 128)).data ?? address.slice(0, address.lastIndexOf("@"))
  const user = await createUser({ tx, mint, now }, { email: address, name, operator: false, sessionId })
  const actor = userActor(user, sessionId)
  await insertAccount(context, { identity, user, actor })
  await startSession(context, { type: "user", user }, { method: "oidc", sessionId })
  const origin = { address: browser.address, signInMethod: "oidc" }
  await addMember({ tx, now, actor }, { user, workspaceId, role, origin })
}

/** The person must still be signed in with the session that started this, and by other means. */
async function link(context: InTransaction, identity: OidcIdentity, sessionId: string): Promise<void> {
  const { tx, caller, now } = context
  const signedIn = caller.type === "visitor" ? caller.signedIn : undefined
  const session = signedIn && (await tx.sessions.findByHash(signedIn.session.hash))
  if (session?.id !== sessionId || !mayLink(session, now)) throw new OidcRefusal("session_ended")
  const user = await tx.users.find(session.userId ?? "")
  if (user === undefined) throw new OidcRefusal("session_ended")
  const { issuer, subject } = identity
  const account = await tx.oidcAccounts.find(issuer, subject)
  if (account?.userId === user.id) return
  if (account !== undefined) throw new OidcRefusal("linked_to_other_user")
  const others = await tx.oidcAccounts.listOfUser(user.id)
  if (others.some((other) => other.issuer === issuer)) throw new OidcRefusal("linked_to_other_account")
  await insertAccount(context, { identity, user, actor: userActor(user, session.id) })
}

/** A session that the provider has started proves nothing besides the account that is linked already. */
export function mayLink(session: Pick<Session, "method" | "lastUsedAt" | "expires">, now: number): boolean {
  return session.method !== "oidc" && session.method !== "key" && !hasEnded(session, now)
}

interface NewAccount {
  readonly identity: OidcIdentity
  readonly user: User
  readonly actor: Actor
}

async function insertAccount({ tx, now }: InTransaction, { identity, user, actor }: NewAccount): Promise<void> {
  const { issuer, subject } = identity
  const account: OidcAccount = { issuer, subject, userId: user.id, createdAt: now }
  await tx.oidcAccounts.insert(account)
  const changes = { before: {}, after: { linkedOidcAccount: { issuer, subject } } }
  tx.record({ ...updated("user", user.id, changes), workspaceId: installationChain, actor })
}
