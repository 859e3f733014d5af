import { fault } from "../../contract/errors.ts"
import type { KeyDetails, Workspace } from "../../core/model.ts"
import type { Caller } from "../../operations/context.ts"
import type { Operation } from "../../operations/operation.ts"
import { plaintextHashes } from "../../operations/shared/verify/find-by-plaintext.ts"
import type { Credential, PresentedSecret } from "../../storage/port/credentials.ts"
import type { Reads } from "../../storage/port/store.ts"
import type { Service } from "../service.ts"
import { authenticatePortal, confirmPortal, isPortalCall } from "./authenticate-portal.ts"
import { authenticateSession, confirmSession, type FoundCaller } from "./authenticate-session.ts"
import { type Authority, authorityOf } from "./authorize.ts"
import { type RequestBudget, requestBudgetOf } from "./request-budget.ts"
import type { RequestContext } from "./request-context.ts"

/** What authentication finds out about a request. */
export interface Authenticated {
  readonly caller: Caller
  readonly authority: Authority
  /** undefined for operators, which belong to no workspace. */
  readonly workspace: Workspace | undefined
  /** Whose places its requests take while they are executed. */
  readonly placeHolder: string
  /** undefined if the number of requests is not limited. */
  readonly budget: RequestBudget | undefined
}

interface PresentedCredential extends Pick<RequestContext, "method" | "now"> {
  readonly request: { readonly headers: Headers }
}

/** Applies rules a to f of docs/contract.md#42-authentication-rules in order. A cookie counts if there is no key. */
export async function authenticate(
  service: Service,
  operation: Operation,
  { request: { headers }, method, now }: PresentedCredential,
): Promise<Authenticated> {
  const { store, vault, operatorKeyHash } = service
  const found = isPortalCall(operation, headers)
    ? await authenticatePortal(service, operation, { headers, method, now })
    : await authenticateSession(service, operation, { headers, method, now })
  if (found !== undefined) return authenticatedAs(found.caller, found.workspace, now)
  const token = bearerToken(headers.get("authorization"))
  const hash = vault.hash(token)
  if (hash === operatorKeyHash) return operator
  const credential =
    (await store.credentials.find(hash)) ?? (await store.credentials.findImported(plaintextHashes(vault.hash, token)))
  if (credential === undefined) throw unknownKey()
  return admit(service, credential, now)
}

const operator = authenticatedAs({ type: "operator" }, undefined, 0)

/** Authenticates a cached key without waiting. Returns undefined if `authenticate` must read the database. */
export function authenticateFromMemory(
  service: Service,
  authorization: string | null,
  now: number,
): Authenticated | undefined {
  if (service.fromMemory === undefined || authorization === null) return undefined
  const hash = service.vault.hash(bearerToken(authorization))
  const credential = service.fromMemory.reads.peekCredential(hash)
  return credential && admit(service, credential, now)
}

/** Authenticates a connection whose root key has this hash. */
export async function authenticateHash(service: Service, hash: string, now: number): Promise<Authenticated> {
  const credential = await service.store.credentials.find(hash)
  if (credential === undefined) throw unknownKey()
  return admit(service, credential, now)
}

/** The same without waiting. Returns undefined if the database must be read. */
export function authenticateHashFromMemory(service: Service, hash: string, now: number): Authenticated | undefined {
  const credential = service.fromMemory?.reads.peekCredential(hash)
  return credential && admit(service, credential, now)
}

function admit(service: Service, credential: Credential, now: number): Authenticated {
  refuseUnusable(credential, now)
  if (credential.type === "root_key") service.usage.rootKeyUsed(credential.rootKey.id, now)
  return callersInMemory.get(credential) ?? remember(credential)
}

/** A weak map, so that an entry lives as long as its cached credential. */
const callersInMemory = new WeakMap<Credential, Authenticated>()

function remember(credential: Credential): Authenticated {
  const authenticated = authenticatedAs(callerOf(credential), credential.workspace, 0)
  callersInMemory.set(credential, authenticated)
  return authenticated
}

/** Only the rights of sessions depend on the time, because they need a recent sign-in. */
function authenticatedAs(caller: Caller, workspace: Workspace | undefined, now: number): Authenticated {
  const placeHolder = placeHolderOf(caller, workspace)
  const budget = requestBudgetOf(caller, workspace)
  return { caller, workspace, placeHolder, authority: authorityOf(caller, now), budget }
}

/**
 * Keys share the places of their workspace. Its people and the customers in its portal have places of their own, so that
 * a person can look for the reason while programs send too much. Callers without a workspace share places by type.
 */
function placeHolderOf({ type }: Caller, workspace: Workspace | undefined): string {
  if (workspace === undefined) return type
  return type === "user" || type === "portal" ? `${type} ${workspace.id}` : workspace.id
}

interface ConfirmContext extends Pick<Authenticated, "caller">, Pick<Service, "operatorKeyHash"> {
  readonly operation: Operation
  readonly now: number
}

/** Applies the same rules again inside a transaction, because the key or the session may have changed. */
export async function confirmCaller(tx: Reads, context: ConfirmContext): Promise<FoundCaller> {
  const { caller, now } = context
  if (caller.type === "portal") return confirmPortal(tx, caller, now)
  if (caller.type === "visitor" || caller.type === "user") return confirmSession(tx, caller, context)
  if (caller.type !== "api_key" && caller.signedIn !== undefined) return confirmSession(tx, caller, context)
  if (caller.type === "operator") return { caller, workspace: undefined }
  const credential = await findCaller(tx, caller)
  if (credential === undefined) throw unknownKey()
  refuseUnusable(credential, now)
  return { caller: callerOf(credential), workspace: credential.workspace }
}

/** Finds the key by id, because the hash of an imported key changes when it is adopted. */
async function findCaller(
  tx: Reads,
  caller: Extract<Caller, { readonly type: "root_key" | "api_key" }>,
): Promise<Credential | undefined> {
  const { id, workspaceId } = caller.type === "root_key" ? caller.rootKey : caller.key
  const findingWorkspace = tx.workspaces.find(workspaceId)
  if (caller.type === "root_key") {
    const [workspace, rootKey] = await Promise.all([findingWorkspace, tx.rootKeys.find(workspaceId, id)])
    return workspace && rootKey && { type: "root_key", rootKey, workspace }
  }
  const [workspace, key] = await Promise.all([findingWorkspace, tx.keys.find(workspaceId, id)])
  if (workspace === undefined || key === undefined) return undefined
  const previous = presentedSecret(caller, key)
  if (previous === undefined) return undefined
  return { type: "api_key", key, previous, identityEnabled: key.identity?.enabled !== false, workspace }
}

/** A rotation may have replaced the secret since the key was found. Returns undefined if the key has forgotten it. */
function presentedSecret(
  { key: { hash, algorithm }, previous }: Extract<Caller, { readonly type: "api_key" }>,
  key: KeyDetails,
): PresentedSecret | null | undefined {
  const presented = previous?.hash ?? hash
  // Only the hash of a part was known, so the key was not rotated before it was adopted.
  const isAdopted = algorithm === "prefixed_api_key" && key.previousExpires === null
  if (presented === key.hash || isAdopted) return null
  return key.previousSecrets.find((secret) => secret.hash === presented)
}

function callerOf(credential: Credential): Caller {
  if (credential.type === "api_key") {
    const { key, previous } = credential
    return { type: "api_key", key, previous }
  }
  return { type: "root_key", rootKey: credential.rootKey }
}

const challenge = 'Bearer realm="keyward"'

function unknownKey() {
  return fault("authentication/key_not_found", {
    headers: { "WWW-Authenticate": `${challenge}, error="invalid_token"` },
  })
}

/** Bun joins two headers with a comma and a space, so the check for white space refuses them. */
export function bearerToken(header: string | null): string {
  if (header === null) throw fault("authentication/missing", { headers: { "WWW-Authenticate": challenge } })
  if (isUsualBearer(header)) return header.slice(usualScheme.length)
  if (/^bearer +\S{1,512}$/i.test(header)) return header.slice(header.lastIndexOf(" ") + 1)
  throw fault("authentication/malformed", {
    errors: [
      {
        location: "header.Authorization",
        message: "must be one key of 1 to 512 characters in the form `Bearer <key>`",
        fix: "Send `Authorization: Bearer <key>` once, with a single key.",
      },
    ],
  })
}

const usualScheme = "Bearer "

/** Fast path for the common form; the regular expression above decides everything else. */
function isUsualBearer(header: string): boolean {
  if (header.length <= usualScheme.length || header.length > 512 || !header.startsWith(usualScheme)) return false
  for (let index = usualScheme.length; index < header.length; index += 1) {
    const code = header.charCodeAt(index)
    if (code <= 0x20 || code >= 0x7f) return false
  }
  return true
}

function refuseUnusable(credential: Credential, now: number): void {
  if (!credential.workspace.enabled) throw fault("authorization/workspace_disabled")
  const { enabled, expires } = credential.type === "root_key" ? credential.rootKey : credential.key
  const isDisabled = !enabled || (credential.type === "api_key" && !credential.identityEnabled)
  if (isDisabled) throw fault("authorization/key_disabled")
  if (expires !== null && now >= expires) throw fault("authorization/key_expired")
  const previous = credential.type === "api_key" ? credential.previous : null
  if (previous !== null && now >= previous.expires) throw fault("authorization/key_expired")
}
