import { fault } from "../../contract/errors.ts"
import { isIdShaped } from "../../core/id-shape.ts"
import type { PortalCaller } from "../../core/portal.ts"
import type { Operation } from "../../operations/operation.ts"
import { resolvePortalCaller } from "../../operations/shared/portal/resolve-portal-caller.ts"
import type { Reads } from "../../storage/port/store.ts"
import type { Service } from "../service.ts"
import type { FoundCaller } from "./authenticate-session.ts"

interface PortalRequest {
  readonly headers: Headers
  readonly method: string
  readonly now: number
}

type PortalService = Pick<Service, "store" | "vault" | "cookies" | "portalOrigin">

/** Whether the page of the portal makes the call, or pretends to. */
export function isPortalCall({ isOfPortal }: Operation, headers: Headers): boolean {
  return isOfPortal === true || (headers.has(sessionHeader) && !headers.has("authorization"))
}

const sessionHeader = "keyward-portal"

/** A cookie alone does nothing: the page names its session too, which no other site and no other tab can do for it. */
export async function authenticatePortal(
  service: PortalService,
  operation: Operation,
  { headers, method, now }: PortalRequest,
): Promise<FoundCaller> {
  requirePortalPage(service, headers, method)
  // The token of a link is in the body, and a session that the browser has already makes no difference to it.
  if (operation.isOfPortal && operation.callers?.includes("visitor"))
    return { caller: { type: "visitor" }, workspace: undefined }
  const sessionId = headers.get(sessionHeader)
  if (sessionId === null || !isIdShaped("pts", sessionId)) throw notAllowed()
  const token = service.cookies.readPortal(headers)
  const found = await resolve(service.store, token && service.vault.hash(token), now)
  if (found.caller.session.id !== sessionId) throw notAllowed()
  return found
}

/** Reads everything again inside the transaction, because any of it may have changed. */
export function confirmPortal(tx: Reads, { session }: PortalCaller, now: number): Promise<FoundCaller> {
  return resolve(tx, session.hash ?? undefined, now)
}

async function resolve(reads: Reads, hash: string | undefined, now: number) {
  const session = hash === undefined ? undefined : await reads.portalSessions.findByHash(hash)
  const found = session && (await resolvePortalCaller(reads, session, now))
  if (found === undefined) throw fault("authentication/session_expired")
  return found
}

function requirePortalPage({ portalOrigin }: PortalService, headers: Headers, method: string): void {
  const isJson = /^application\/json *(;|$)/i.test(headers.get("content-type") ?? "")
  const isOfPage = method === "POST" && isJson && headers.get("origin") === portalOrigin
  if (!isOfPage || headers.has("authorization") || headers.has("keyward-workspace")) throw notAllowed()
}

function notAllowed() {
  return fault("authorization/origin_not_allowed")
}
