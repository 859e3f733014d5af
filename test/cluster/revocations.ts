import { createHash } from "node:crypto"
import { operatorKey } from "../crash/node.ts"
import type { Reply } from "../harness.ts"
import { outcomeOf } from "../outcome.ts"
import type { Question } from "./ask.ts"
import type { Workspace } from "./cluster.ts"

/** A change that takes something away, and a request whose response shows whether it has happened. */
export interface Revocation {
  /** The operation that takes it away. */
  readonly by: string
  readonly what: string
  prepare(stage: Stage): Promise<Prepared>
}

export interface Prepared {
  readonly look: Question
  readonly before: string
  readonly after: string
  readonly revoke: Question
  /** How the revocation is answered once it has happened. */
  readonly answer: string
  /** What the response says of it: the outcome, or the code of a verification as a rule. */
  show(reply: Reply): string
  /** Between two looks, where somebody counts them. */
  readonly pauseMs?: number
}

/** Where a case is prepared; its names are its own. */
export interface Stage {
  readonly serial: string
  readonly workspace: Workspace
  createWorkspace(): Promise<Workspace>
  // biome-ignore lint/suspicious/noExplicitAny: as in Reply.
  call(operation: string, body: unknown, key?: string): Promise<any>
}

/** Mutations after which nobody can do less than before, unless a quota refuses them. */
export const notRevoking: ReadonlySet<string> = new Set([
  "apis.createApi",
  "keys.addPermissions",
  "keys.addRoles",
  "keys.createMigration",
  "keys.migrateKeys",
  "permissions.createPermission",
  "permissions.createRole",
  "permissions.updatePermission",
  "rootKeys.createKey",
  "rootKeys.createRootKey",
  "workspaces.createWorkspace",
])

const shown = ({ body, ...reply }: Reply): string => {
  const outcome = outcomeOf({ ...reply, body })
  if (outcome !== "200") return outcome
  return String(body.data?.code ?? body.data?.success ?? outcome)
}
const allowNobody = ["10.0.0.0/8"]
const disabled = "403 authorization/workspace_disabled"
const short = "INSUFFICIENT_PERMISSIONS"

interface Made {
  readonly stage: Stage
  readonly keyId: string
  readonly key: string
  readonly apiId: string
}

/** A key that is VALID, and what makes it something else. */
function ofKey(
  [by, what]: readonly [by: string, what: string],
  after: string,
  change: (made: Made) => unknown,
  more: {
    readonly body?: (stage: Stage) => object
    readonly asked?: (stage: Stage) => object
    readonly as?: (made: Made) => string
    readonly first?: (stage: Stage) => Promise<unknown>
  } = {},
): Revocation {
  return {
    by,
    what,
    async prepare(stage) {
      const { rootKey } = stage.workspace
      await more.first?.(stage)
      const { apiId } = await stage.call("apis.createApi", { name: stage.serial })
      const { keyId, key } = await stage.call("keys.createKey", { apiId, ...more.body?.(stage) })
      const made = { stage, keyId, key, apiId }
      return {
        look: { operation: "keys.verifyKey", body: { key, ...more.asked?.(stage) }, key: rootKey },
        before: "VALID",
        after,
        revoke: { operation: by, body: change(made), key: more.as?.(made) ?? rootKey },
        answer: "200",
        show: shown,
      }
    },
  }
}

const ofRole = (what: readonly [string, string], change: (made: Made) => unknown) =>
  ofKey(what, short, change, {
    first: async ({ call, serial }) => {
      await call("permissions.createRole", { name: serial })
      await call("permissions.setRolePermissions", { role: serial, permissions: [`docs.${serial}`] })
    },
    body: ({ serial }) => ({ roles: [serial] }),
    asked: ({ serial }) => ({ permissions: `docs.${serial}` }),
  })
const ofPermission = (what: readonly [string, string], change: (made: Made) => unknown) =>
  ofKey(what, short, change, {
    body: ({ serial }) => ({ permissions: [`docs.${serial}`] }),
    asked: ({ serial }) => ({ permissions: `docs.${serial}` }),
  })
const ofIdentity = (what: readonly [string, string], after: string, change: (made: Made) => unknown) =>
  ofKey(what, after, change, { body: ({ serial }) => ({ externalId: serial }) })

/** A root key that may verify, and what becomes of it. */
function ofRootKey(by: string, what: string, after: string, change: object): Revocation {
  return {
    by,
    what,
    async prepare({ call, workspace }) {
      const { key } = await call("keys.createKey", { apiId: workspace.apiId })
      const { rootKeyId, rootKey } = await call("rootKeys.createRootKey", { permissions: ["api.*.verify_key"] })
      // As published Unkey clients name it, in the operations that are there for them.
      const named = by.endsWith("RootKey") ? { rootKeyId } : { keyId: rootKeyId }
      return {
        look: { operation: "keys.verifyKey", body: { key }, key: rootKey },
        before: "VALID",
        after,
        revoke: { operation: by, body: { ...named, ...change }, key: workspace.rootKey },
        answer: "200",
        show: shown,
      }
    },
  }
}

interface WorkspaceCase {
  readonly by: string
  readonly what: string
  readonly before?: string
  readonly after: string
  readonly answer?: string
  readonly limits?: object
  readonly first?: readonly (readonly [operation: string, body: object])[]
  readonly look?: (workspace: Workspace, key: string) => Pick<Question, "operation" | "body">
  readonly revoke: (
    workspace: Workspace,
    key: string,
  ) => Pick<Question, "operation" | "body"> & { readonly key?: string }
}

/** A workspace of its own with a key. */
function ofWorkspace({ by, what, before = "VALID", after, answer = "200", ...more }: WorkspaceCase): Revocation {
  return {
    by,
    what,
    async prepare({ call, createWorkspace }) {
      const workspace = await createWorkspace()
      const { workspaceId, rootKey, apiId } = workspace
      const { key } = await call("keys.createKey", { apiId }, rootKey)
      if (more.limits) await call("workspaces.updateWorkspace", { workspaceId, limits: more.limits }, operatorKey)
      for (const [operation, body] of more.first ?? []) await call(operation, { workspaceId, ...body }, operatorKey)
      const look = more.look?.(workspace, key) ?? { operation: "keys.verifyKey", body: { key } }
      const revoke = { key: rootKey, ...more.revoke(workspace, key) }
      return { look: { ...look, key: rootKey }, before, after, revoke, answer, show: shown }
    },
  }
}
const byOperator = (operation: string, body: object) => (workspace: Workspace) => ({
  operation,
  body: { workspaceId: workspace.workspaceId, ...body },
  key: operatorKey,
})
const disable = ["workspaces.disableWorkspace", { reason: "owner_request" }] as const
const onExceeded = "disable"
const refusedByQuota = "403 limits/quota_exceeded"
const listApis = () => ({ operation: "apis.listApis", body: {} })

const minute = 60_000

/** A namespace in which an identifier may pass or not. */
function ofNamespace(
  by: string,
  [before, after]: readonly [before: string, after: string],
  override: number | undefined,
  change: (namespace: string) => object,
): Revocation {
  return {
    by,
    what: "a limit",
    async prepare({ call, serial, workspace: { rootKey } }) {
      const body = { namespace: serial, identifier: "caller", limit: 1_000_000, duration: minute }
      await call("ratelimit.limit", { ...body, cost: 0 })
      if (override !== undefined) await call("ratelimit.setOverride", { ...body, limit: override })
      return {
        look: { operation: "ratelimit.limit", body, key: rootKey },
        before,
        after,
        revoke: { operation: by, body: change(serial), key: rootKey },
        answer: "200",
        show: shown,
      }
    },
  }
}

export const revocations: readonly Revocation[] = [
  ofKey(["keys.updateKey", "a key, disabled"], "DISABLED", ({ keyId }) => ({ keyId, enabled: false })),
  ofKey(["keys.updateKey", "a key, expired"], "EXPIRED", ({ keyId }) => ({ keyId, expires: 1 })),
  ofKey(["keys.updateKey", "a key, with an allow list"], "FORBIDDEN", ({ keyId }) => ({
    keyId,
    ipAllowlist: allowNobody,
  })),
  ofKey(["keys.deleteKey", "a key"], "NOT_FOUND", ({ keyId }) => ({ keyId })),
  ofKey(["keys.deleteKey", "a key, for good"], "NOT_FOUND", ({ keyId }) => ({ keyId, permanent: true })),
  ofKey(["keys.rerollKey", "a key"], "EXPIRED", ({ keyId }) => ({ keyId, expiration: 0 })),
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
        answer: "200",
        show: (reply) => reply.body.data?.roles?.[0] ?? shown(reply),
      }
    },
  },
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
        answer: "200",
        show: (reply) => reply.body.data?.identity?.meta?.plan ?? shown(reply),
      }
    },
  },
  ofKey(["apis.deleteApi", "an API"], "NOT_FOUND", ({ apiId }) => ({ apiId })),
  ofKey(["apis.updateApi", "an API, with an allow list"], "FORBIDDEN", ({ apiId }) => ({
    apiId,
    ipAllowlist: allowNobody,
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
    answer: refusedByQuota,
    revoke: ({ apiId }) => ({ operation: "keys.createKey", body: { apiId } }),
  }),
  ofWorkspace({
    by: "identities.createIdentity",
    what: "a workspace beyond its quota of identities",
    limits: { identities: 0, onExceeded },
    after: disabled,
    answer: refusedByQuota,
    revoke: () => ({ operation: "identities.createIdentity", body: { externalId: "one too many" } }),
  }),
  ofWorkspace({
    by: "keys.verifyKey",
    what: "a workspace beyond its quota of verifications",
    limits: { verificationsPerMonth: 0, onExceeded },
    look: listApis,
    before: "200",
    after: disabled,
    answer: refusedByQuota,
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
        answer: "200",
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
        answer: "200",
        show: shown,
        // Each API key has 60 calls a minute of its own.
        pauseMs: 150,
      }
    },
  },
]
