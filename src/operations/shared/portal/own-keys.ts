import { fault } from "../../../contract/errors.ts"
import type { KeyDetails } from "../../../core/model.ts"
import type { PortalCaller } from "../../../core/portal.ts"
import type { Reads } from "../../../storage/port/store.ts"
import type { MutationWith } from "../../context.ts"
import { requireKeyForUpdate } from "../keys/change-key.ts"

/** All keys that exist for a session. Nothing else of the portal reads keys. */

type Owner = Pick<PortalCaller, "session" | "identity" | "apiIds">

/** Throws 404 unless the key belongs to the customer and to an API of the session. */
export async function ownKey(
  reads: { readonly keys: { find(workspaceId: string, id: string): Promise<KeyDetails | undefined> } },
  caller: Owner,
  keyId: string,
): Promise<KeyDetails> {
  const key = await reads.keys.find(caller.session.workspaceId, keyId)
  if (key === undefined || !isOwn(key, caller)) throw fault("data/key_not_found")
  return key
}

/** The same, locked and with its refill stored, as for every change of a key. */
export async function ownKeyForUpdate(
  context: MutationWith<"tx" | "workspace" | "now">,
  caller: Owner,
  keyId: string,
): Promise<KeyDetails> {
  const own = await ownKey(context.tx, caller, keyId)
  return requireKeyForUpdate(context, own.id)
}

/** One page, newest first. */
export function listOwnKeys(
  { keys }: Pick<Reads, "keys">,
  { session, identity, apiIds }: Owner,
  page: { readonly limit: number; readonly after: string | undefined },
): Promise<readonly KeyDetails[]> {
  const everything = { search: undefined, apiId: undefined, externalId: undefined, enabled: undefined }
  return keys.list(session.workspaceId, {
    ...everything,
    ...page,
    identityId: identity.id,
    apiIds,
    isDescending: true,
  })
}

/** Those of these keys that belong to the customer now. */
export async function ownKeysAmong(
  { keys }: Pick<Reads, "keys">,
  caller: Owner,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, KeyDetails>> {
  const found = await keys.listByIds(caller.session.workspaceId, [...new Set(keyIds)])
  return new Map(found.filter((key) => isOwn(key, caller)).map((key) => [key.id, key]))
}

/** How many unexpired keys the customer has in these APIs; stops at `atMost`. */
export function countOwnKeys(
  { keys }: Pick<Reads, "keys">,
  { identity }: Pick<PortalCaller, "identity">,
  count: { readonly apiIds?: readonly string[]; readonly now: number; readonly atMost: number },
): Promise<number> {
  return keys.countUnexpiredOf(identity, count)
}

function isOwn({ identityId, apiId }: KeyDetails, { identity, apiIds }: Owner): boolean {
  return identityId === identity.id && apiIds.includes(apiId)
}
