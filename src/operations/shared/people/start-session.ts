import { installationChain } from "../../../core/event-chain.ts"
import type { Actor, Resource } from "../../../core/model.ts"
import type { Session, SignInMethod, User } from "../../../core/people.ts"
import { sessionLifeMs } from "../../../core/session-life.ts"
import type { Transaction } from "../../../storage/port/store.ts"
import type { Browser, Caller, Mint } from "../../context.ts"
import { userActor } from "../transact.ts"
import { endSession } from "./end-sessions.ts"

interface SignInContext {
  readonly tx: Transaction
  readonly mint: Mint
  readonly now: number
  readonly caller: Caller
  readonly browser: Browser
}

/** Who signs in. */
export type Principal =
  | { readonly type: "user"; readonly user: User }
  | { readonly type: "root_key"; readonly rootKeyId: string }
  | { readonly type: "operator"; readonly operatorKeyHash: string }

interface Started {
  readonly method: SignInMethod
  /** Given if an earlier event of the transaction names the session. */
  readonly sessionId?: string
}

/** A user or a key that signs in from ever more browsers loses the oldest sessions. */
const maxSessions = 100

/** Gives the browser a new token, so that a token from before the sign-in is useless. Ends the session it had. */
export async function startSession(context: SignInContext, principal: Principal, started: Started) {
  const { tx, mint, now, caller, browser } = context
  const { method, sessionId = mint.id("ses") } = started
  const { plaintext, hash } = mint.token()
  const lifeMs = sessionLifeMs[principal.type === "user" ? "user" : "key"]
  const user = principal.type === "user" ? principal.user : undefined
  const session: Session = {
    id: sessionId,
    hash,
    userId: user?.id ?? null,
    rootKeyId: principal.type === "root_key" ? principal.rootKeyId : null,
    operatorKeyHash: principal.type === "operator" ? principal.operatorKeyHash : null,
    method,
    address: browser.address,
    userAgent: browser.userAgent,
    createdAt: now,
    lastUsedAt: now,
    expires: now + lifeMs,
  }
  const actor = actorOf(principal, session.id)
  const replaced = caller.type === "visitor" || caller.type === "user" ? caller.signedIn?.session : undefined
  if (replaced !== undefined) await endSession({ tx, actor }, replaced)
  await endOldest({ tx, actor }, principal)
  await tx.sessions.insert(session)
  const { address, userAgent, expires } = session
  tx.record({
    type: "session.created",
    workspaceId: installationChain,
    resources: [{ type: "session", id: session.id }, ...ownerOf(principal)],
    changes: { before: null, after: { method, address, ...(userAgent !== null && { userAgent }), expires } },
    actor,
  })
  browser.setSession(plaintext, { maxAgeMs: lifeMs, userId: user?.id })
  return { sessionId: session.id, ...(user && { userId: user.id }), expires }
}

async function endOldest(
  context: { readonly tx: Transaction; readonly actor: Actor },
  principal: Principal,
): Promise<void> {
  const { sessions: reads } = context.tx
  const sessions =
    principal.type === "user"
      ? await reads.listOfUser(principal.user.id, 2 * maxSessions)
      : await reads.listOfKey(principal, 2 * maxSessions)
  for (const session of sessions.slice(maxSessions - 1)) await endSession(context, session)
}

function ownerOf(principal: Principal): readonly Resource[] {
  if (principal.type === "user") return [{ type: "user", id: principal.user.id }]
  return principal.type === "root_key" ? [{ type: "root_key", id: principal.rootKeyId }] : []
}

function actorOf(principal: Principal, sessionId: string): Actor {
  if (principal.type === "user") return userActor(principal.user, sessionId)
  if (principal.type === "root_key") return { type: "root_key", id: principal.rootKeyId, sessionId }
  return { type: "operator", id: "operator", sessionId }
}
