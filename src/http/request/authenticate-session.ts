import { fault } from "../../contract/errors.ts"
import { isIdShaped } from "../../core/id-shape.ts"
import { isUsable } from "../../core/lifetime.ts"
import type { Workspace } from "../../core/model.ts"
import type { Session } from "../../core/people.ts"
import { hasEnded } from "../../core/session-life.ts"
import type { Caller, SignedIn } from "../../operations/context.ts"
import type { Operation } from "../../operations/operation.ts"
import type { Reads } from "../../storage/port/store.ts"
import type { Service } from "../service.ts"

/** A caller with its workspace, if it has one. */
export interface FoundCaller {
  readonly caller: Caller
  readonly workspace: Workspace | undefined
}

interface CookieRequest {
  readonly headers: Headers
  readonly method: string
  readonly now: number
}

type SessionService = Pick<Service, "store" | "vault" | "cookies" | "publicOrigin" | "operatorKeyHash">

/** How often the last use of a session is stored. */
const useNotedEveryMs = 60_000

/** A cookie alone changes nothing: the request must come from a page of the public origin. */
export async function authenticateSession(
  service: SessionService,
  operation: Operation,
  { headers, method, now }: CookieRequest,
): Promise<FoundCaller | undefined> {
  const token = headers.has("authorization") ? undefined : service.cookies.readSession(headers)
  // Browsers send an origin with every POST, so a page of another site does not pass as a program.
  if (operation.isOpenToPrograms && !headers.has("origin")) return { caller: { type: "visitor" }, workspace: undefined }
  const isOpen = operation.callers?.includes("visitor") === true
  if (!isOpen && token === undefined) return undefined
  requirePublicOrigin(service, headers, method)
  if (isOpen) return { caller: await findVisitor(service, token, now), workspace: undefined }
  const acting = actingIn(headers, operation)
  const session = await findSession(service, token ?? "", now)
  if (session === undefined) throw fault("authentication/session_expired")
  const found = await resolveSession(service.store, { session, acting, operation, now }, service)
  if (now - session.lastUsedAt >= useNotedEveryMs) await service.store.sessionUpkeep.noteUse(session.id, now)
  return found
}

/** A visitor may be signed in, because pages that need no session are open to everyone. */
export async function findVisitor(service: SessionService, token: string | undefined, now: number): Promise<Caller> {
  const session = token === undefined ? undefined : await findSession(service, token, now)
  if (session === undefined) return { type: "visitor" }
  const user = session.userId === null ? undefined : await service.store.users.find(session.userId)
  return { type: "visitor", signedIn: { session, acting: undefined, ...(user && { user }) } }
}

async function findSession({ store, vault }: SessionService, token: string, now: number): Promise<Session | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const session = await store.sessions.findByHash(vault.hash(token))
  return session === undefined || hasEnded(session, now) ? undefined : session
}

function requirePublicOrigin({ publicOrigin }: SessionService, headers: Headers, method: string): void {
  const isJson = /^application\/json *(;|$)/i.test(headers.get("content-type") ?? "")
  if (method === "POST" && isJson && headers.get("origin") === publicOrigin) return
  throw fault("authorization/origin_not_allowed")
}

/** The header is always required, because other sites cannot send it. Operations about the user ignore its value. */
function actingIn(headers: Headers, operation: Operation): string | undefined {
  const named = headers.get("keyward-workspace")
  if (named === null || (named !== "operator" && !isIdShaped("ws", named))) {
    throw fault("authorization/origin_not_allowed")
  }
  return isAboutUser(operation) ? undefined : named
}

function isAboutUser({ callers = [] }: Operation): boolean {
  return callers.includes("user")
}

interface Resolving {
  readonly session: Session
  readonly acting: string | undefined
  readonly operation: Operation
  readonly now: number
}

type OperatorKey = Pick<Service, "operatorKeyHash">

/** What a session may do now. Users, memberships and keys are read again for every call. */
async function resolveSession(reads: Reads, resolving: Resolving, service: OperatorKey): Promise<FoundCaller> {
  const { session } = resolving
  if (session.userId === null) return resolveKey(reads, resolving, service)
  const user = await reads.users.find(session.userId)
  if (user === undefined) throw fault("authentication/session_expired")
  const { acting, operation } = resolving
  const signedIn: SignedIn = { session, user, acting }
  if (acting === undefined) return { caller: { type: "user", user, signedIn }, workspace: undefined }
  if (acting === "operator") {
    if (!user.operator) throw notOperator()
    return { caller: { type: "operator", signedIn }, workspace: undefined }
  }
  const [member, workspace] = await Promise.all([reads.members.find(acting, user.id), reads.workspaces.find(acting)])
  if (member === undefined || workspace === undefined) throw fault("data/workspace_not_found")
  refuseDisabled(workspace, operation)
  return { caller: { type: "user", user, member, signedIn }, workspace }
}

/** A session by a pasted key can do what that key can do now. */
async function resolveKey(
  reads: Reads,
  { session, acting, operation, now }: Resolving,
  { operatorKeyHash }: OperatorKey,
): Promise<FoundCaller> {
  const signedIn: SignedIn = { session, acting }
  if (acting === undefined) throw fault("authorization/insufficient_permissions", { detail: keyDetail(operation) })
  if (session.rootKeyId === null) {
    if (session.operatorKeyHash !== operatorKeyHash) throw fault("authentication/session_expired")
    if (acting !== "operator") throw fault("data/workspace_not_found")
    return { caller: { type: "operator", signedIn }, workspace: undefined }
  }
  const found = await reads.credentials.findRootKey(session.rootKeyId)
  if (found === undefined || !isUsable(found.rootKey, now)) throw fault("authentication/session_expired")
  const { rootKey, workspace } = found
  if (acting === "operator") throw notOperator()
  if (acting !== workspace.id) throw fault("data/workspace_not_found")
  refuseDisabled(workspace, operation)
  return { caller: { type: "root_key", rootKey, signedIn }, workspace }
}

/** Reads everything again inside the transaction, because the session may have been revoked since. */
export async function confirmSession(
  reads: Reads,
  before: Exclude<Caller, { readonly type: "api_key" | "portal" }>,
  { operation, now, operatorKeyHash }: { readonly operation: Operation; readonly now: number } & OperatorKey,
): Promise<FoundCaller> {
  const { signedIn } = before
  if (signedIn === undefined) return { caller: before, workspace: undefined }
  const session = await reads.sessions.findByHash(signedIn.session.hash)
  if (session === undefined || hasEnded(session, now)) throw fault("authentication/session_expired")
  if (before.type === "visitor") return { caller: before, workspace: undefined }
  const { acting } = signedIn
  return resolveSession(reads, { session, acting, operation, now }, { operatorKeyHash })
}

function refuseDisabled({ enabled }: Workspace, { worksWhileDisabled }: Operation): void {
  if (!enabled && worksWhileDisabled !== true) throw fault("authorization/workspace_disabled")
}

function notOperator() {
  return fault("authorization/insufficient_permissions", { detail: "You are not an operator of this installation." })
}

function keyDetail({ name }: Operation): string {
  return `${name} is for users. You have signed in with a key, which has no account.`
}
