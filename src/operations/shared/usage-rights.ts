import { fault, found } from "../../contract/errors.ts"
import { holdsGrant } from "../../core/grants.ts"
import type { ContextWith } from "../context.ts"

type RightsContext = ContextWith<"store" | "caller" | "grant">

interface NamedObjects {
  readonly apiId?: string | undefined
  readonly keyIds?: readonly string[] | undefined
  readonly identity?: string | undefined
}

/** A request about one identity needs this, or `identity.{identityId}.read_usage`. */
export const usageRight = "api.{apiId}.read_usage"

/** Finds the named objects, deleted ones included, and checks the rights. Returns the id of the identity. */
export async function grantUsage(
  { store, caller, grant }: RightsContext,
  workspaceId: string,
  { apiId, keyIds, identity }: NamedObjects,
): Promise<string | undefined> {
  const { usage } = store
  if (apiId !== undefined && !(await usage.hasApi(workspaceId, apiId))) throw fault("data/api_not_found")
  const apis = new Set(apiId === undefined ? [] : [apiId])
  if (keyIds !== undefined) {
    const apisOfKeys = await usage.findApisOfKeys(workspaceId, keyIds)
    for (const keyId of keyIds) apis.add(found(apisOfKeys.get(keyId), "data/key_not_found"))
  }
  const identityId =
    identity === undefined
      ? undefined
      : found(await usage.findIdentity(workspaceId, identity), "data/identity_not_found")
  const held = caller.type === "root_key" ? caller.rootKey.permissions : []
  const isOfIdentity = identityId !== undefined && holdsGrant(held, `identity.${identityId}.read_usage`)
  if (!isOfIdentity) grant({ apiId: apis.size === 0 ? "*" : [...apis] }, usageRight)
  return identityId
}
