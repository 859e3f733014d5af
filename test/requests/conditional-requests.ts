import type { World } from "../harness/world.ts"

export type Body = Readonly<Record<string, unknown>> | readonly object[]

export interface ConditionalRequest {
  readonly needs: readonly string[]
  readonly body: (world: World) => Body
}

const unknownSlug = { permissions: ["documents.new"] }
const decrypting = { needs: ["api.{apiId}.decrypt_key"], body: ({ apiId }: World) => ({ apiId, decrypt: true }) }
const limiting = { namespace: "new", identifier: "user_1234", limit: 10, duration: 60_000 }
const addPermission = ["rbac.*.add_permission_to_key"]
const removePermission = ["rbac.*.remove_permission_from_key"]
const addRole = ["rbac.*.add_role_to_key"]
const removeRole = ["rbac.*.remove_role_from_key"]
const knownSlug = { permissions: ["documents.read"] }
const knownRole = { roles: ["editor"] }
const hash = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
const namespaceCreation = ["ratelimit.*.limit", "ratelimit.*.create_namespace"]

/** One has the role and the permission, and one has none. */
const bothKeys = ({ keyId, plainKeyId }: World) => ({ identity: undefined, keyIds: [keyId, plainKeyId] })

/** Bulk changes by a filter need to read what they match. */
const filtering: readonly ConditionalRequest[] = [
  {
    needs: ["api.{apiId}.read_key"],
    body: ({ apiId, keyId }) => ({ ...chosenBy, filter: { apiId, search: keyId }, expected: 1 }),
  },
  { needs: ["api.*.read_key"], body: ({ keyId }) => ({ ...chosenBy, filter: { search: keyId }, expected: 1 }) },
]
const chosenBy = { identity: undefined, permissions: undefined }

/** Requests that need some of `mayNeed`. */
const monthlyQuota = { quota: { limit: 1, interval: "monthly" } }

export const conditionalRequests: Readonly<Record<string, readonly ConditionalRequest[]>> = {
  "apis.listKeys": [decrypting],
  "identities.createIdentity": [
    { needs: addPermission, body: () => knownSlug },
    { needs: [...addPermission, "rbac.*.create_permission"], body: () => unknownSlug },
    { needs: ["identity.*.set_plan"], body: () => ({ plan: "pro" }) },
    { needs: ["identity.*.set_plan"], body: () => ({ planChange: null }) },
    { needs: ["identity.*.set_plan"], body: () => ({ billingDay: 2 }) },
    { needs: ["identity.*.set_plan"], body: () => monthlyQuota },
    { needs: ["identity.*.update_credits"], body: () => ({ credits: { remaining: 1 } }) },
    { needs: ["identity.*.set_plan", "identity.*.update_credits"], body: () => ({ ...monthlyQuota, used: 1 }) },
  ],
  "identities.updateIdentity": [
    { needs: addPermission, body: () => ({ permissions: ["documents.list", ...knownSlug.permissions] }) },
    {
      needs: [...addPermission, "rbac.*.create_permission"],
      body: () => ({ permissions: ["documents.list", ...unknownSlug.permissions] }),
    },
    { needs: removePermission, body: () => ({ permissions: [] }) },
    { needs: ["identity.{identityId}.set_plan"], body: () => ({ plan: null }) },
    { needs: ["identity.{identityId}.set_plan"], body: () => ({ planChange: { plan: "pro", at: 4_000_000_000_000 } }) },
    { needs: ["identity.{identityId}.set_plan"], body: () => monthlyQuota },
    { needs: ["identity.{identityId}.update_credits"], body: () => ({ credits: { remaining: 1 } }) },
  ],
  "identities.updateIdentities": [
    { needs: ["identity.*.set_plan"], body: () => ({ set: { plan: "pro" } }) },
    { needs: ["identity.*.set_plan"], body: () => ({ set: { planChange: null } }) },
  ],
  "identities.deleteIdentity": [
    { needs: ["api.*.update_key"], body: () => ({ keys: "disable" }) },
    { needs: ["api.*.delete_key"], body: () => ({ keys: "delete" }) },
  ],
  "keys.addPermissions": [{ needs: ["rbac.*.create_permission"], body: () => unknownSlug }],
  "keys.createKey": [
    { needs: ["api.{apiId}.encrypt_key"], body: () => ({ permissions: [], recoverable: true }) },
    { needs: addPermission, body: () => knownSlug },
    { needs: addPermission, body: () => unknownSlug },
    { needs: addRole, body: () => ({ permissions: [], ...knownRole }) },
    { needs: [...addPermission, ...addRole], body: () => ({ ...knownSlug, ...knownRole }) },
  ],
  "keys.createKeys": [
    { needs: ["api.{apiId}.encrypt_key"], body: () => ({ keys: [{}, { recoverable: true }] }) },
    { needs: addPermission, body: () => ({ keys: [{}, knownSlug] }) },
    { needs: addPermission, body: () => ({ keys: [unknownSlug, {}] }) },
    { needs: addRole, body: () => ({ keys: [{}, knownRole] }) },
    { needs: [...addPermission, ...addRole], body: () => ({ keys: [knownSlug, knownRole] }) },
  ],
  "keys.getKey": [{ ...decrypting, body: () => ({ decrypt: true }) }],
  "keys.listKeys": [decrypting],
  "keys.migrateKeys": [
    { needs: addPermission, body: () => ({ keys: [{ hash, ...knownSlug }] }) },
    { needs: addPermission, body: () => ({ keys: [{ hash, ...unknownSlug }] }) },
    { needs: addRole, body: () => ({ keys: [{ hash, ...knownRole }] }) },
    { needs: [...addPermission, ...addRole], body: () => ({ keys: [{ hash, ...knownSlug, ...knownRole }] }) },
  ],
  "keys.rerollKey": [
    { needs: ["api.{apiId}.encrypt_key"], body: ({ recoverableKeyId }) => ({ keyId: recoverableKeyId }) },
    { needs: [...addPermission, ...addRole], body: () => ({}) },
  ],
  "keys.rotateKey": [
    { needs: ["api.{apiId}.encrypt_key"], body: ({ recoverableKeyId }) => ({ keyId: recoverableKeyId }) },
    { needs: [...addPermission, ...addRole], body: () => ({}) },
  ],
  "keys.setPermissions": [{ needs: ["rbac.*.create_permission"], body: () => unknownSlug }],
  "keys.updateKey": [
    { needs: addPermission, body: () => ({ permissions: ["documents.read", "documents.new"] }) },
    { needs: removePermission, body: () => ({ permissions: [] }) },
    { needs: [...addPermission, ...removePermission], body: () => unknownSlug },
    { needs: addRole, body: ({ plainKeyId }) => ({ keyId: plainKeyId, ...knownRole }) },
    { needs: removeRole, body: () => ({ roles: [] }) },
  ],
  "keys.deleteKeys": filtering,
  "keys.updateKeys": [
    ...filtering,
    { needs: addPermission, body: () => ({ permissions: ["documents.read", "documents.new"] }) },
    { needs: removePermission, body: () => ({ permissions: [] }) },
    { needs: [...addPermission, ...removePermission], body: () => unknownSlug },
    { needs: addRole, body: (world) => ({ ...bothKeys(world), permissions: undefined, ...knownRole }) },
    { needs: addPermission, body: (world) => ({ ...bothKeys(world), ...knownSlug }) },
    { needs: removeRole, body: () => ({ permissions: undefined, roles: [] }) },
  ],
  "members.removeMember": [{ needs: ["root_key.*.update_root_key"], body: () => ({ rootKeys: "disable" }) }],
  "permissions.createRole": [
    { needs: ["rbac.*.add_permission_to_role"], body: () => ({ permissions: ["documents.read"] }) },
    { needs: ["rbac.*.add_permission_to_role", "rbac.*.create_permission"], body: () => unknownSlug },
  ],
  "permissions.setRolePermissions": [{ needs: ["rbac.*.create_permission"], body: () => unknownSlug }],
  "plans.createPlan": [
    { needs: addPermission, body: () => knownSlug },
    { needs: [...addPermission, "rbac.*.create_permission"], body: () => unknownSlug },
  ],
  "plans.updatePlan": [
    { needs: addPermission, body: () => ({ permissions: ["documents.list", ...knownSlug.permissions] }) },
    {
      needs: [...addPermission, "rbac.*.create_permission"],
      body: () => ({ permissions: ["documents.list", ...unknownSlug.permissions] }),
    },
    { needs: removePermission, body: () => ({ permissions: null }) },
  ],
  "portal.createSession": [{ needs: ["identity.*.create_identity"], body: () => ({ externalId: "new" }) }],
  "portal.updatePortal": [
    { needs: ["api.{apiId}.read_key"], body: () => ({ actions: [] }) },
    { needs: ["api.{apiId}.read_key", "api.{apiId}.create_key"], body: () => ({ actions: ["create"] }) },
    { needs: ["api.{apiId}.read_key", "api.{apiId}.update_key"], body: () => ({ actions: ["restrict"] }) },
    { needs: ["api.{apiId}.read_key", "api.{apiId}.delete_key"], body: () => ({ actions: ["revoke"] }) },
    { needs: ["api.{apiId}.read_key", "api.{apiId}.read_usage"], body: () => ({ actions: ["refusals"] }) },
    {
      needs: [...addPermission],
      body: () => ({ apis: [], permissions: [{ slug: "documents.read", title: "Read" }] }),
    },
    {
      needs: [...addPermission, "rbac.*.create_permission"],
      body: () => ({ apis: [], permissions: [{ slug: "documents.new", title: "New" }] }),
    },
  ],
  "ratelimit.limit": [{ needs: namespaceCreation, body: () => limiting }],
  "ratelimit.multiLimit": [{ needs: namespaceCreation, body: () => [limiting] }],
  "usage.getIncident": [{ needs: ["api.{apiId}.read_usage"], body: ({ keyId }) => ({ keyId, identity: undefined }) }],
  "usage.listUsage": [{ needs: ["api.{apiId}.read_usage"], body: ({ apiId }) => ({ apiId }) }],
  "usage.getVerifications": [{ needs: ["api.{apiId}.read_usage"], body: ({ apiId }) => ({ apiId }) }],
  "usage.listVerifications": [{ needs: ["api.{apiId}.read_usage"], body: ({ apiId }) => ({ apiId }) }],
  "webhooks.updateWebhook": [
    { needs: ["webhook.*.create_webhook"], body: () => ({ url: "https://other.example/keyward" }) },
  ],
  "rootKeys.getRootKey": [{ needs: ["root_key.*.read_root_key"], body: () => ({}) }],
}

/** The example of an operation with other fields. A list replaces it. */
export function bodyWith(example: unknown, body: Body): unknown {
  if (Array.isArray(body)) return body
  return Array.isArray(example) ? example : { ...Object(example), ...body }
}
