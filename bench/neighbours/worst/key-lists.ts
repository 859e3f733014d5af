import type { Scene, Tenant } from "../scene.ts"
import { densestMeta, fiftyRatelimits, hundredNetworks, longSlug } from "../sizes.ts"
import type { WorstRequest } from "../worst-request.ts"

/** Lists of keys, for both apis.listKeys and keys.listKeys. */

export function keysOfEverySize(operation: "apis.listKeys" | "keys.listKeys"): readonly WorstRequest[] {
  return [
    {
      what: "100 keys with the largest meta, of identities with the largest meta",
      async prepare(scene) {
        const tenant = await scene.createTenant()
        await createKeys(scene, tenant, (index) => ({ externalId: `owner ${index % 10}`, meta: densestMeta() }))
        for (let index = 0; index < 10; index += 1) {
          const changed = { identity: `owner ${index}`, meta: densestMeta(), ratelimits: fiftyRatelimits() }
          await scene.call("identities.updateIdentity", changed, tenant.rootKey)
        }
        return () => ({ body: { apiId: tenant.apiId }, key: tenant.rootKey })
      },
    },
    {
      what: "100 keys with 1,000 permissions each, through 100 roles",
      async prepare(scene) {
        const tenant = await scene.createTenant()
        const roles = await createRoles(scene, tenant)
        await createKeys(scene, tenant, () => ({
          roles,
          ratelimits: fiftyRatelimits(),
          ipAllowlist: hundredNetworks(),
        }))
        return () => ({ body: { apiId: tenant.apiId }, key: tenant.rootKey })
      },
    },
    {
      what: "100 recoverable keys, decrypted",
      async prepare(scene) {
        const tenant = await scene.createTenant()
        await createKeys(scene, tenant, () => ({ recoverable: true, byteLength: 255 }))
        const body = operation === "apis.listKeys" ? { apiId: tenant.apiId } : {}
        return () => ({ body: { ...body, decrypt: true }, key: tenant.rootKey })
      },
    },
  ]
}

/** Filters that most keys pass, up to the last one. */
export const crowdFilter: WorstRequest = {
  what: "filters in a crowd that find nothing",
  async prepare({ sharedCrowd }) {
    const { apiId, rootKey, role, permission } = await sharedCrowd()
    return () => ({ body: { apiId, role, permission, status: "low_credits" }, key: rootKey })
  },
}

/** A search that finds nothing among many keys. */
export const crowdSearch: WorstRequest = {
  what: "a search in a crowd that finds nothing",
  async prepare({ sharedCrowd }) {
    const { apiId, rootKey } = await sharedCrowd()
    return () => ({ body: { apiId, search: "%_".repeat(128) }, key: rootKey })
  },
}

async function createKeys(
  { call }: Scene,
  { apiId, rootKey }: Tenant,
  settings: (index: number) => object,
): Promise<void> {
  for (let index = 0; index < 100; index += 1) {
    await call("keys.createKey", { apiId, ...settings(index) }, rootKey)
  }
}

/** A hundred roles that together hold as many permissions as a key may hold. */
async function createRoles({ call }: Scene, { rootKey }: Tenant): Promise<readonly string[]> {
  const names = Array.from({ length: 100 }, (_, index) => `role ${index}`.padEnd(128, "x"))
  for (const [index, name] of names.entries()) {
    const permissions = Array.from({ length: 10 }, (_, place) => longSlug("held", index * 10 + place))
    await call("permissions.createRole", { name, permissions }, rootKey)
  }
  return names
}
