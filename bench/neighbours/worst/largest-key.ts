import type { Scene } from "../scene.ts"
import { densestMeta, fiftyRatelimits, hundredNetworks, longName, longSlug } from "../sizes.ts"

export const thousandSlugs = (word: string) => Array.from({ length: 1_000 }, (_, index) => longSlug(word, index))

/** Every attribute of a key, each as large as possible. */
export const largest = {
  name: longName.slice(0, 255),
  meta: densestMeta(),
  ratelimits: fiftyRatelimits(),
  ipAllowlist: hundredNetworks(),
}

export interface LargestKey {
  readonly keyId: string
  readonly key: string
}

/** Uses the shared tenant, whose permissions have the longest names. */
export async function createLargest({ call, tenant, longPermissions }: Scene): Promise<LargestKey> {
  const permissions = await longPermissions()
  const { apiId } = tenant
  const created = await call("keys.createKey", { apiId, ...largest, externalId: "largest", permissions })
  await call("identities.updateIdentity", { identity: "largest", meta: densestMeta(), ratelimits: fiftyRatelimits() })
  return created
}
