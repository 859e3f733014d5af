import {
  createKeyward,
  KeywardError,
  type MintedKey,
  type PageResult,
  type PortalCreateKeyInput,
  type PortalGetUsageInput,
  type PortalGetUsageOutput,
  type PortalKey,
  type PortalListRefusalsInput,
  type PortalRefusal,
  type PortalUpdateKeyInput,
  type PortalView,
  type Result,
  type RotatedKey,
  unwrap,
} from "@keyward/client"
import { keysPerPage, takeEarlyResponse } from "./early-portal.ts"

export interface PageOf<Item> {
  readonly items: readonly Item[]
  readonly cursor: string | undefined
}

/** Everything that the page asks for. The dashboard shows the same page with samples. */
export interface PortalApi {
  getView(): Promise<PortalView>
  listKeys(cursor: string | undefined): Promise<PageOf<PortalKey>>
  createKey(input: PortalCreateKeyInput): Promise<MintedKey>
  updateKey(input: PortalUpdateKeyInput): Promise<unknown>
  rotateKey(keyId: string, overlap: number): Promise<RotatedKey>
  finishRotation(keyId: string): Promise<unknown>
  deleteKey(keyId: string): Promise<unknown>
  getUsage(input: PortalGetUsageInput): Promise<PortalGetUsageOutput>
  listRefusals(input: PortalListRefusalsInput): Promise<PageOf<PortalRefusal>>
  endSession(): Promise<unknown>
}

/** The calls of one session. `onEnded` hears that it is over, whichever call finds out. */
export function portalApi(sessionId: string, onEnded: () => void): PortalApi {
  const { portal } = clientOf(sessionId)
  const failed = (error: unknown) => {
    if (isEnded(error)) onEnded()
    return error
  }
  const call = async <Data>(sent: Promise<Result<Data>>): Promise<Data> => {
    const { data, error } = await sent
    if (error) throw failed(error)
    return data
  }
  const page = async <Item>(sent: Promise<PageResult<Item>>): Promise<PageOf<Item>> => {
    const { data, error, pagination } = await sent
    if (error) throw failed(error)
    return { items: data, cursor: pagination.hasMore ? pagination.cursor : undefined }
  }
  return {
    getView: () => call(portal.getView()),
    listKeys: (cursor) => page(portal.listKeys({ limit: keysPerPage, ...(cursor !== undefined && { cursor }) })),
    createKey: (input) => call(portal.createKey(input)),
    updateKey: (input) => call(portal.updateKey(input)),
    rotateKey: (keyId, overlap) => call(portal.rotateKey({ keyId, overlap })),
    finishRotation: (keyId) => call(portal.finishRotation({ keyId })),
    deleteKey: (keyId) => call(portal.deleteKey({ keyId })),
    getUsage: (input) => call(portal.getUsage(input)),
    listRefusals: (input) => page(portal.listRefusals(input)),
    endSession: () => call(portal.endSession()),
  }
}

/** Asks nothing that was asked early. */
function clientOf(sessionId: string) {
  return createKeyward({
    session: { portal: sessionId },
    fetch: (url, init) => takeEarlyResponse(url.slice(url.lastIndexOf("/") + 1)) ?? fetch(url, init),
  })
}

/** Opens a link. Nothing repeats it, because a link works once. */
export function openLink(token: string, embedded: boolean): Promise<PortalView> {
  const { portal } = clientOf("new")
  return unwrap(portal.openSession({ token, embedded }, { retries: 0 }))
}

/** The cookie is gone, the session is over, or another tab has opened a link of another customer since. */
const endedCodes: ReadonlySet<string> = new Set([
  "authentication/session_expired",
  "authentication/missing",
  "authorization/origin_not_allowed",
])

function isEnded(error: unknown): boolean {
  return error instanceof KeywardError && endedCodes.has(error.code)
}

/** Why a link does not open, other than that the service cannot be asked. */
export function isRefusedLink(error: unknown): boolean {
  return error instanceof KeywardError && (error.code === "authentication/sign_in_failed" || isEnded(error))
}
