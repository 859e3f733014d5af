import { createHash } from "node:crypto"
import { type Revocation, shown } from "./revocation.ts"
import {
  byOperator,
  minute,
  ofIdentity,
  ofKey,
  ofNamespace,
  ofPermission,
  ofRole,
  ofRootKey,
  ofRotation,
  ofWorkspace,
} from "./revocation-cases.ts"

/**
 * Mutations that revoke nothing, unless a quota refuses them. Sessions are never cached, see people/nodes.test.ts and
 * cluster/portal.test.ts.
 */
export const notRevoking: ReadonlySet<string> = new Set([
  "members.inviteMember",
  "members.removeMember",
  "members.revokeInvitation",
  "members.updateMember",
  "users.createResetLink",
  "users.deleteUser",
  "users.revokeResetLink",
  "users.updateUser",
  "apis.createApi",
  "keys.addPermissions",
  "keys.addRoles",
  "keys.createKeys",
  "keys.createMigration",
  "keys.migrateKeys",
  "permissions.createPermission",
  "permissions.createRole",
  "permissions.updatePermission",
  "plans.createPlan",
  "plans.deletePlan",
  "portal.createSession",
  "portal.revokeSessions",
  "portal.updatePortal",
  "webhooks.createWebhook",
  "webhooks.deleteWebhook",
  "webhooks.redeliver",
  "webhooks.rotateSecret",
  "webhooks.updateWebhook",
  "rootKeys.createKey",
  "rootKeys.createRootKey",
  "workspaces.createWorkspace",
])

const foreignNetwork = ["10.0.0.0/8"]
const disabled = "403 authorization/workspace_disabled"

const disable = ["workspaces.disableWorkspace", { reason: "owner_request" }] as const
const onExceeded = "disable"
const refusedByQuota = "403 limits/quota_exceeded"
const listApis = () => ({ operation: "apis.listApis", body: {} })

/** Keys that hold a permission through the plan of their identity. */
const onPlan: Parameters<typeof ofKey>[3] = {
  async first({ call, serial }) {
    await call("plans.createPlan", { name: serial, permissions: [`plans.${serial}`] })
    await call("identities.createIdentity", { externalId: serial, plan: serial })
  },
  body: ({ serial }) => ({ externalId: serial }),
  verification: ({ serial }) => ({ permissions: `plans.${serial}` }),
}

export const revocations: readonly Revocation[] = [
  ofKey(["keys.updateKey", "a key, disabled"], "DISABLED", ({ keyId }) => ({ keyId, enabled: false })),
  ofKey(["keys.updateKey", "a key, expired"], "EXPIRED", ({ keyId }) => ({ keyId, expires: 1 })),
  ofKey(["keys.updateKey", "a key, with an allow list"], "FORBIDDEN", ({ keyId }) => ({
    keyId,
    ipAllowlist: foreignNetwork,
  })),
  ofKey(["keys.deleteKey", "a key"], "NOT_FOUND", ({ keyId }) => ({ keyId })),
  ofKey(["keys.deleteKey", "a key, for good"], "NOT_FOUND", ({ keyId }) => ({ keyId, permanent: true })),
  ofKey(["keys.updateKeys", "many keys, disabled"], "DISABLED", ({ keyId }) => ({ keyIds: [keyId], enabled: false })),
  ofKey(["keys.deleteKeys", "many keys"], "NOT_FOUND", ({ keyId }) => ({ keyIds: [keyId] })),
  ofKey(["keys.rerollKey", "a key"], "EXPIRED", ({ keyId }) => ({ keyId, expiration: 0 })),
  ofKey(["keys.rotateKey", "a secret"], "EXPIRED", ({ keyId }) => ({ keyId, overlap: 0 })),
  ofRotation("keys.finishRotation", "previous"),
  ofRotation("keys.cancelRotation", "new"),
  ofRotation("keys.rotateKey", "previous"),
  ofRotation("keys.rotateKey", "new"),
  ofRotation("keys.revokeSelf", "previous"),
  ofKey(["keys.revokeSelf", "a key"], "NOT_FOUND", () => ({}), { as: ({ key }) => key }),
  ofKey(["keys.updateCredits", "credits"], "USAGE_EXCEEDED", ({ keyId }) => ({ keyId, operation: "set", value: 0 })),
  ofPermission(["keys.removePermissions", "a permission of a key"], ({ keyId, stage }) => ({
    keyId,
    permissions: [`docs.${stage.serial}`],
  })),
  ofPermission(["keys.setPermissions", "the permissions of a key"], ({ keyId }) => ({ keyId, permissions: [] })),
  ofPermission(["permissions.deletePermission", "a permission"], ({ stage }) => ({
    permission: `docs.${stage.serial}`,
  })),
  ofRole(["keys.removeRoles", "a role of a key"], ({ keyId, stage }) => ({ keyId, roles: [stage.serial] })),
  ofRole(["keys.setRoles", "the roles of a key"], ({ keyId }) => ({ keyId, roles: [] })),
  ofRole(["permissions.setRolePermissions", "the permissions of a role"], ({ stage }) => ({
    role: stage.serial,
    permissions: [],
  })),
  ofRole(["permissions.deleteRole", "a role"], ({ stage }) => ({ role: stage.serial })),
  ofRole(["permissions.deletePermission", "a permission of a role"], ({ stage }) => ({
    permission: `docs.${stage.serial}`,
  })),
  {
    by: "permissions.updateRole",
    what: "the name of a role",
    async prepare(stage) {
      const { serial, workspace, call } = stage
      await call("permissions.createRole", { name: serial })
      const { key } = await call("keys.createKey", { apiId: workspace.apiId, roles: [serial] })
      return {
        look: { operation: "keys.verifyKey", body: { key }, key: workspace.rootKey },
        before: serial,
        after: `${serial}-renamed`,
        revoke: {
          operation: "permissions.updateRole",
          body: { role: serial, name: `${serial}-renamed` },
          key: workspace.rootKey,
        },
        outcome: "200",
        show: (reply) => reply.body.data?.roles?.[0] ?? shown(reply),
      }
    },
  },
  ofKey(
    ["plans.updatePlan", "the permissions of a plan"],
    "INSUFFICIENT_PERMISSIONS",
    ({ stage }) => ({ plan: stage.serial, permissions: [] }),
    onPlan,
  ),
  ofKey(
    ["plans.updatePlan", "the quota of a plan"],
    "USAGE_EXCEEDED",
    ({ stage }) => ({ plan: stage.serial, quota: { limit: 0, interval: "daily" } }),
    onPlan,
  ),
  ofKey(
    ["identities.updateIdentity", "the plan of an identity"],
    "INSUFFICIENT_PERMISSIONS",
    ({ stage }) => ({ identity: stage.serial, plan: null }),
    onPlan,
  ),
  ofIdentity(["identities.updateIdentity", "the switch of an identity"], "DISABLED", ({ stage }) => ({
    identity: stage.serial,
    enabled: false,
  })),
  {
    by: "plans.updatePlan",
    what: "the default plan",
    async prepare({ call, serial, createWorkspace }) {
      const { apiId, rootKey } = await createWorkspace()
      await call("plans.createPlan", { name: serial, permissions: ["docs.read"], default: true }, rootKey)
      const { key } = await call("keys.createKey", { apiId, externalId: serial }, rootKey)
      return {
        look: { operation: "keys.verifyKey", body: { key, permissions: "docs.read" }, key: rootKey },
        before: "VALID",
        after: "INSUFFICIENT_PERMISSIONS",
        revoke: { operation: "plans.updatePlan", body: { plan: serial, default: false }, key: rootKey },
        outcome: "200",
        show: shown,
      }
    },
  },
  ofKey(
    ["identities.updateIdentities", "the plan of many identities"],
    "INSUFFICIENT_PERMISSIONS",
    ({ stage }) => ({ identities: [stage.serial], set: { plan: null } }),
    onPlan,
  ),
  ofKey(
    ["identities.updateCredits", "the credits of an identity"],
    "USAGE_EXCEEDED",
    ({ stage }) => ({ identity: stage.serial, operation: "set", value: 0 }),
    {
      first: ({ call, serial }) =>
        call("identities.createIdentity", { externalId: serial, credits: { remaining: 1_000_000_000 } }),
      body: ({ serial }) => ({ externalId: serial }),
    },
  ),
  ofIdentity(["identities.deleteIdentity", "an identity with its keys"], "NOT_FOUND", ({ stage }) => ({
    identity: stage.serial,
    keys: "delete",
  })),
  ofIdentity(["identities.deleteIdentity", "an identity, its keys disabled"], "DISABLED", ({ stage }) => ({
    identity: stage.serial,
    keys: "disable",
  })),
  {
    by: "identities.updateIdentity",
    what: "what is known of an identity",
    async prepare({ call, serial, workspace: { apiId, rootKey } }) {
      await call("identities.createIdentity", { externalId: serial, meta: { plan: "pro" } })
      const { key } = await call("keys.createKey", { apiId, externalId: serial })
      return {
        look: { operation: "keys.verifyKey", body: { key }, key: rootKey },
        before: "pro",
        after: "free",
        revoke: {
          operation: "identities.updateIdentity",
          body: { identity: serial, meta: { plan: "free" } },
          key: rootKey,
        },
        outcome: "200",
        show: (reply) => reply.body.data?.identity?.meta?.plan ?? shown(reply),
      }
    },
  },
  ofKey(["apis.deleteApi", "an API"], "NOT_FOUND", ({ apiId }) => ({ apiId })),
  ofKey(["apis.updateApi", "an API, with an allow list"], "FORBIDDEN", ({ apiId }) => ({
    apiId,
    ipAllowlist: foreignNetwork,
  })),
  ofRootKey("rootKeys.updateRootKey", "a root key, disabled", "403 authorization/key_disabled", { enabled: false }),
  ofRootKey("rootKeys.updateRootKey", "a root key, expired", "403 authorization/key_expired", { expires: 1 }),
  ofRootKey("rootKeys.updateRootKey", "a grant of a root key", "403 authorization/insufficient_permissions", {
    permissions: ["api.*.read_key"],
  }),
  ofRootKey("rootKeys.rerollRootKey", "a root key", "403 authorization/key_expired", { expiration: 0 }),
  ofRootKey("rootKeys.deleteRootKey", "a root key", "401 authentication/key_not_found", {}),
  ofRootKey("rootKeys.updateKey", "a root key, disabled", "403 authorization/key_disabled", { enabled: false }),
  ofRootKey("rootKeys.rerollKey", "a root key", "403 authorization/key_expired", { expiration: 0 }),
  ofRootKey("rootKeys.deleteKey", "a root key", "401 authentication/key_not_found", {}),
  ofWorkspace({ by: disable[0], what: "a workspace", after: disabled, revoke: byOperator(...disable) }),
  ofWorkspace({
    by: "workspaces.enableWorkspace",
    what: "a workspace that was disabled",
    first: [disable],
    before: disabled,
    after: "VALID",
    revoke: byOperator("workspaces.enableWorkspace", {}),
  }),
  ofWorkspace({
    by: "workspaces.deleteWorkspace",
    what: "a workspace",
    first: [disable],
    before: disabled,
    after: "401 authentication/key_not_found",
    revoke: byOperator("workspaces.deleteWorkspace", {}),
  }),
  ofWorkspace({
    by: "workspaces.updateWorkspace",
    what: "the verifications of a workspace",
    after: refusedByQuota,
    revoke: byOperator("workspaces.updateWorkspace", { limits: { verificationsPerMonth: 0 } }),
  }),
  ofWorkspace({
    by: "keys.createKey",
    what: "a workspace beyond its quota of keys",
    limits: { keys: 1, onExceeded },
    after: disabled,
    outcome: refusedByQuota,
    revoke: ({ apiId }) => ({ operation: "keys.createKey", body: { apiId } }),
  }),
  ofWorkspace({
    by: "identities.createIdentity",
    what: "a workspace beyond its quota of identities",
    limits: { identities: 0, onExceeded },
    after: disabled,
    outcome: refusedByQuota,
    revoke: () => ({ operation: "identities.createIdentity", body: { externalId: "one too many" } }),
  }),
  ofWorkspace({
    by: "keys.verifyKey",
    what: "a workspace beyond its quota of verifications",
    limits: { verificationsPerMonth: 0, onExceeded },
    look: listApis,
    before: "200",
    after: disabled,
    outcome: refusedByQuota,
    revoke: (_workspace, key) => ({ operation: "keys.verifyKey", body: { key } }),
  }),
  ofNamespace("ratelimit.setOverride", ["true", "false"], undefined, (namespace) => ({
    namespace,
    identifier: "caller",
    limit: 0,
    duration: minute,
  })),
  ofNamespace("ratelimit.deleteOverride", ["false", "true"], 0, (namespace) => ({ namespace, identifier: "caller" })),
  ofNamespace("ratelimit.deleteNamespace", ["true", "410 data/ratelimit_namespace_gone"], undefined, (namespace) => ({
    namespace,
  })),
  {
    by: "keys.verifyKey",
    what: "other forms of an imported key, which a verification adopts",
    async prepare({ call, serial, workspace: { apiId, rootKey } }) {
      const long = createHash("sha256").update(serial).digest("hex")
      const hash = createHash("sha256").update(long).digest("hex")
      await call("keys.migrateKeys", { apiId, keys: [{ hash, algorithm: "prefixed_api_key" }] })
      return {
        look: { operation: "keys.whoami", body: { key: `old_other_${long}` }, key: rootKey },
        before: "200",
        after: "404 data/key_not_found",
        revoke: { operation: "keys.verifyKey", body: { key: `old_short_${long}` }, key: rootKey },
        outcome: "200",
        // A verification adopts the key, and then reads it again.
        maySurviveRefusal: true,
        show: shown,
      }
    },
  },
  {
    by: "keys.updateKey",
    what: "a key as bearer",
    async prepare({ call, workspace: { apiId, rootKey } }) {
      const { keyId, key } = await call("keys.createKey", { apiId })
      return {
        look: { operation: "keys.whoami", body: {}, key },
        before: "200",
        after: "403 authorization/key_disabled",
        revoke: { operation: "keys.updateKey", body: { keyId, enabled: false }, key: rootKey },
        outcome: "200",
        show: shown,
        // Each API key has 60 calls a minute of its own.
        pauseMs: 150,
      }
    },
  },
]
