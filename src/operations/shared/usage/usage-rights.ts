import { fault, found } from "../../../contract/errors.ts"
import { holdsGrant } from "../../../core/held-grants.ts"
import type { UsageReads } from "../../../storage/port/usage.ts"
import type { ContextWith } from "../../context.ts"

type RightsContext = ContextWith<"store" | "caller" | "grant">

interface NamedObjects {
  readonly apiId?: string | undefined
  readonly keyIds?: readonly string[] | undefined
  readonly identities?: readonly string[] | undefined
}

/** A request about identities needs this, or `identity.{identityId}.read_usage` for each of them. */
export const usageRight = "api.{apiId}.read_usage"

/** Finds the named objects, deleted ones included, and checks the rights. Returns the ids of the identities. */
export async function grantUsage(
  { store, caller, grant }: RightsContext,
  workspaceId: string,
  { apiId, keyIds, identities }: NamedObjects,
): Promise<readonly string[] | undefined> {
  const { usage } = store
  if (apiId !== undefined && !(await usage.hasApi(workspaceId, apiId))) throw fault("data/api_not_found")
  const apis = new Set(apiId === undefined ? [] : [apiId])
  if (keyIds !== undefined) {
    const apisOfKeys = await usage.findApisOfKeys(workspaceId, keyIds)
    for (const keyId of keyIds) apis.add(found(apisOfKeys.get(keyId), "data/key_not_found"))
  }
  const identityIds = identities && (await requireIdentities(usage, workspaceId, identities))
  const held = caller.type === "root_key" ? caller.rootKey.permissions : []
  const isOfIdentities = identityIds?.every((id) => holdsGrant(held, `identity.${id}.read_usage`)) ?? false
  if (!isOfIdentities) grant({ apiId: apis.size === 0 ? "*" : [...apis] }, usageRight)
  return identityIds
}

/** An identity may be named several times, by its id and its external id. */
async function requireIdentities(usage: UsageReads, workspaceId: string, references: readonly string[]) {
  const ids = await usage.findIdentities(workspaceId, references)
  return [...new Set(references.map((reference) => found(ids.get(reference), "data/identity_not_found")))]
}
